-- What people say about alarms, by what identifies an alarm from version to version.
CREATE TABLE reviews (
    project_id BIGINT NOT NULL REFERENCES projects(id) ON DELETE CASCADE,
    fingerprint TEXT NOT NULL,
    status TEXT NOT NULL,
    assignee TEXT NOT NULL,
    updated BIGINT NOT NULL,
    PRIMARY KEY (project_id, fingerprint)
);
-- Each change and comment, in order.
CREATE TABLE review_log (
    id {id},
    project_id BIGINT NOT NULL REFERENCES projects(id) ON DELETE CASCADE,
    fingerprint TEXT NOT NULL,
    at BIGINT NOT NULL,
    user_name TEXT NOT NULL,
    status TEXT NOT NULL,
    assignee TEXT NOT NULL,
    comment TEXT NOT NULL
);
CREATE INDEX review_log_by_alarm ON review_log (project_id, fingerprint);
