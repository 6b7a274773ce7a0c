//! The requested act, with what the server knows of accounts.

use komadai_protocol::http::clubs as wire;
use komadai_service::clubs::{ClubAct, ClubSettings, NewPlayer};

use super::{account, coaching::new_homework, ladder};
use crate::{api::Problem, app::App};

pub(super) fn settings(wire: wire::ClubSettings) -> ClubSettings {
    let wire::ClubSettings { name, city, about, link, lang, private, joining } = wire;
    ClubSettings { name, city, about, link, lang, private, joining }
}

pub(super) async fn translate(app: &App, act: wire::ClubAct) -> Result<ClubAct, Problem> {
    use wire::ClubAct as Wire;
    Ok(match act {
        Wire::Edit { settings } => ClubAct::Edit(Box::new(self::settings(settings))),
        Wire::Join { words, invitation } => ClubAct::Join { words, invitation },
        Wire::Withdraw => ClubAct::Withdraw,
        Wire::Leave => ClubAct::Leave,
        Wire::Accept { handle } => ClubAct::Accept(account(app, &handle).await?),
        Wire::Decline { handle } => ClubAct::Decline(account(app, &handle).await?),
        Wire::Invite { days, uses_max } => ClubAct::Invite { days, uses: uses_max },
        Wire::Revoke { invitation } => ClubAct::Revoke(invitation),
        Wire::Announce { title, text } => ClubAct::Announce { title, text },
        Wire::Reword { announcement, title, text } => ClubAct::Reword { announcement, title, text },
        Wire::Unannounce { announcement } => ClubAct::Unannounce(announcement),
        Wire::Add { player: wire::NewClubMember { name, handle, grade, note } } => {
            ClubAct::Add(NewPlayer { name, handle, grade, note })
        }
        Wire::Change { member, name, handle, note } => {
            ClubAct::Change { member, name, handle, note }
        }
        Wire::Role { member, role } => ClubAct::SetRole { member, role },
        Wire::HandOver { member } => ClubAct::HandOver(member),
        Wire::Remove { member } => ClubAct::Remove(member),
        Wire::Ban { handle, reason } => ClubAct::Ban { handle, reason },
        Wire::Unban { handle } => ClubAct::Unban(account(app, &handle).await?),
        Wire::Award { member, grade } => ClubAct::Award { member, grade },
        Wire::Teacher { member, teaches } => ClubAct::SetTeacher { member, teaches },
        Wire::Teach { pupil } => ClubAct::Teach(pupil),
        Wire::Learn { teacher } => ClubAct::Learn(teacher),
        Wire::EndCoaching { teacher, pupil } => ClubAct::EndCoaching { teacher, pupil },
        Wire::SetHomework { homework } => ClubAct::SetHomework(Box::new(new_homework(homework))),
        Wire::DropHomework { homework } => ClubAct::DropHomework(homework),
        Wire::Tick { homework, place, done } => ClubAct::Tick { homework, place, is_done: done },
        Wire::SetLadder { settings } => ClubAct::SetLadder(Box::new(ladder::settings(settings))),
        Wire::CloseLadder => ClubAct::CloseLadder,
        Wire::JoinLadder => ClubAct::JoinLadder,
        Wire::LeaveLadder => ClubAct::LeaveLadder,
        Wire::LadderChallenge { handle } => ClubAct::LadderChallenge(account(app, &handle).await?),
        Wire::LadderAccept { challenge } => ClubAct::LadderAccept(challenge),
        Wire::LadderRefuse { challenge } => ClubAct::LadderRefuse(challenge),
        Wire::LadderWithdraw { challenge } => ClubAct::LadderWithdraw(challenge),
        Wire::LadderBegin { challenge } => ClubAct::LadderBegin(challenge),
        Wire::LadderRemove { handle, reason } => {
            ClubAct::LadderRemove { user: account(app, &handle).await?, reason }
        }
        Wire::LadderPlace { handle, place } => {
            ClubAct::LadderPlace { user: account(app, &handle).await?, place }
        }
        Wire::Close => ClubAct::Close,
    })
}
