-- {id}: a number that counts up by itself, as the database at hand spells it. Times are milliseconds since 1970.
CREATE TABLE users (
    id {id},
    name TEXT NOT NULL UNIQUE,
    password TEXT,
    admin BIGINT NOT NULL,
    active BIGINT NOT NULL,
    created BIGINT NOT NULL
);
-- One-time links that set a password, by hash.
CREATE TABLE links (
    hash TEXT PRIMARY KEY,
    user_id BIGINT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
    expires BIGINT NOT NULL
);
CREATE TABLE sessions (
    hash TEXT PRIMARY KEY,
    user_id BIGINT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
    csrf TEXT NOT NULL,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL
);
CREATE TABLE projects (
    id {id},
    name TEXT NOT NULL UNIQUE,
    about TEXT NOT NULL,
    created BIGINT NOT NULL
);
CREATE TABLE members (
    project_id BIGINT NOT NULL REFERENCES projects(id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
    role TEXT NOT NULL,
    PRIMARY KEY (project_id, user_id)
);
CREATE TABLE tokens (
    id {id},
    hash TEXT NOT NULL UNIQUE,
    user_id BIGINT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    scope TEXT NOT NULL,
    project_id BIGINT REFERENCES projects(id) ON DELETE CASCADE,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    used BIGINT
);
CREATE TABLE uploads (
    id {id},
    project_id BIGINT NOT NULL REFERENCES projects(id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    name TEXT NOT NULL,
    hash TEXT NOT NULL,
    files BIGINT NOT NULL,
    bytes BIGINT NOT NULL,
    has_database BIGINT NOT NULL,
    notes TEXT NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users(id),
    created BIGINT NOT NULL,
    UNIQUE (project_id, number)
);
CREATE TABLE campaigns (
    id {id},
    project_id BIGINT NOT NULL REFERENCES projects(id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    upload_id BIGINT NOT NULL REFERENCES uploads(id),
    options TEXT NOT NULL,
    state TEXT NOT NULL,
    priority BIGINT NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users(id),
    created BIGINT NOT NULL,
    started BIGINT,
    ended BIGINT,
    attempts BIGINT NOT NULL,
    cancelled BIGINT NOT NULL,
    why TEXT,
    figures TEXT,
    UNIQUE (project_id, number)
);
CREATE INDEX campaigns_by_state ON campaigns (state, project_id);
CREATE TABLE events (
    campaign_id BIGINT NOT NULL REFERENCES campaigns(id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    what TEXT NOT NULL,
    PRIMARY KEY (campaign_id, number)
);
-- What a campaign found, function by function. A tally is covered, infeasible, total.
CREATE TABLE functions (
    campaign_id BIGINT NOT NULL REFERENCES campaigns(id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    name TEXT NOT NULL,
    file TEXT NOT NULL,
    line BIGINT NOT NULL,
    statement TEXT NOT NULL,
    branch TEXT NOT NULL,
    mcdc TEXT NOT NULL,
    boundary TEXT NOT NULL,
    open BIGINT NOT NULL,
    tests BIGINT NOT NULL,
    faults BIGINT NOT NULL,
    seconds TEXT NOT NULL,
    stop TEXT NOT NULL,
    PRIMARY KEY (campaign_id, number)
);
CREATE INDEX functions_by_name ON functions (campaign_id, name);
CREATE TABLE alarms (
    campaign_id BIGINT NOT NULL REFERENCES campaigns(id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    fingerprint TEXT NOT NULL,
    kind TEXT NOT NULL,
    verdict TEXT NOT NULL,
    file TEXT NOT NULL,
    line BIGINT NOT NULL,
    function TEXT NOT NULL,
    message TEXT NOT NULL,
    why TEXT NOT NULL,
    suppressed TEXT,
    PRIMARY KEY (campaign_id, number)
);
CREATE INDEX alarms_by_fingerprint ON alarms (campaign_id, fingerprint);
CREATE TABLE audit (
    id {id},
    at BIGINT NOT NULL,
    user_name TEXT NOT NULL,
    action TEXT NOT NULL,
    project_id BIGINT,
    about TEXT NOT NULL
);
