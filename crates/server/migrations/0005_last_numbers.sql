-- The last numbers that were given, also if what had them was removed: no number is ever given twice.
ALTER TABLE projects ADD COLUMN last_upload BIGINT NOT NULL DEFAULT 0;
ALTER TABLE projects ADD COLUMN last_campaign BIGINT NOT NULL DEFAULT 0;
