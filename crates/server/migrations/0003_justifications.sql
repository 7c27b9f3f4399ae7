-- Goals that no test of a campaign covers. `mark` is the same for the same goal in the next campaign; `content` tells what the function says.
CREATE TABLE gaps (
    campaign_id BIGINT NOT NULL REFERENCES campaigns(id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    mark TEXT NOT NULL,
    function TEXT NOT NULL,
    file TEXT NOT NULL,
    line BIGINT NOT NULL,
    col BIGINT NOT NULL,
    criterion TEXT NOT NULL,
    goal TEXT NOT NULL,
    verdict TEXT NOT NULL,
    reason TEXT NOT NULL,
    help TEXT NOT NULL,
    hypotheses TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (campaign_id, number)
);
CREATE INDEX gaps_by_mark ON gaps (campaign_id, mark);
-- Why a goal may stay uncovered, signed. Nothing is ever changed: the newest of a goal counts, one without text takes it back.
CREATE TABLE justifications (
    id {id},
    project_id BIGINT NOT NULL REFERENCES projects(id) ON DELETE CASCADE,
    mark TEXT NOT NULL,
    content TEXT NOT NULL,
    said TEXT NOT NULL,
    user_name TEXT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX justifications_by_goal ON justifications (project_id, mark);
