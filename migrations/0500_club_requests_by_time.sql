-- Those who decide about requests are told of the latest ones while they are away.
CREATE INDEX club_requests_by_time ON club_requests (made_ms);
