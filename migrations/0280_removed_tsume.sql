-- Why a moderator has taken a tsume that a player has composed away; its state is 'removed' then.
ALTER TABLE tsume_compositions ADD COLUMN removed_reason TEXT;
