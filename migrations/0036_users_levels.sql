-- Reading apart from writing, which level is given on joining, an owner who stays, and members found by words.

-- A right was `console:<section>`; it becomes reading and writing there. Uploading has nothing to read.
UPDATE levels SET scopes = ARRAY(
  SELECT DISTINCT held FROM unnest(scopes) AS scope, LATERAL unnest(
    CASE WHEN scope = 'console:upload' THEN ARRAY[scope || ':write']
      WHEN scope LIKE 'console:%' AND scope !~ ':(read|write)$' THEN ARRAY[scope || ':read', scope || ':write']
      ELSE ARRAY[scope] END) AS held
  ORDER BY held)
WHERE EXISTS (SELECT FROM unnest(scopes) AS scope WHERE scope LIKE 'console:%' AND scope !~ ':(read|write)$');
-- Given once, they stay given: what an owner took from a level is not given again under the new names.
INSERT INTO scope_grants (scope, granted_at)
SELECT scope || act, granted_at FROM scope_grants, unnest(ARRAY[':read', ':write']) AS act
WHERE scope LIKE 'console:%' AND scope !~ ':(read|write)$' AND NOT (scope = 'console:upload' AND act = ':read')
ON CONFLICT DO NOTHING;
DELETE FROM scope_grants WHERE scope LIKE 'console:%' AND scope !~ ':(read|write)$';
-- Who may only look could open no list; now every one that there is.
UPDATE levels SET scopes = ARRAY(
  SELECT unnest(levels.scopes) UNION SELECT scope FROM scope_grants WHERE scope LIKE '%:read' ORDER BY 1)
WHERE key = 'viewer' AND 'console' = ANY (scopes);

-- Which level is given on joining, for persons and for companies: one each.
ALTER TABLE levels RENAME COLUMN on_joining TO for_persons;
ALTER TABLE levels ADD COLUMN for_companies boolean NOT NULL DEFAULT false;
UPDATE levels SET for_persons = false
WHERE for_persons AND id <> (SELECT id FROM levels WHERE for_persons ORDER BY rank, id LIMIT 1);
UPDATE levels SET for_companies = true WHERE for_persons;
CREATE UNIQUE INDEX levels_for_persons ON levels (for_persons) WHERE for_persons;
CREATE UNIQUE INDEX levels_for_companies ON levels (for_companies) WHERE for_companies;
ALTER TABLE levels ADD CONSTRAINT levels_rank CHECK (rank BETWEEN 0 AND 100);

-- The last active owner stays one, whatever statement would change it. The lock on the level makes those who leave it
-- at once follow each other; the look after it sees what the one before has done.
CREATE FUNCTION keep_an_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM levels WHERE id = OLD.level_id AND key = 'owner' FOR NO KEY UPDATE;
  IF FOUND AND NOT EXISTS (SELECT FROM users WHERE level_id = OLD.level_id AND state = 'active' AND id <> OLD.id) THEN
    RAISE EXCEPTION 'the last owner stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'users_last_owner';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER users_last_owner BEFORE UPDATE OF level_id, state ON users FOR EACH ROW
  WHEN (OLD.state = 'active' AND (NEW.state <> 'active' OR NEW.level_id <> OLD.level_id)) EXECUTE FUNCTION keep_an_owner();
-- Its level keeps its key and its place, and cannot be removed.
CREATE FUNCTION keep_owner_level() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the level of owners stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'levels_owner';
END $$;
CREATE TRIGGER levels_owner_update BEFORE UPDATE OF key, rank ON levels FOR EACH ROW
  WHEN (OLD.key = 'owner' AND (NEW.key <> OLD.key OR NEW.rank <> OLD.rank)) EXECUTE FUNCTION keep_owner_level();
CREATE TRIGGER levels_owner_delete BEFORE DELETE ON levels FOR EACH ROW
  WHEN (OLD.key = 'owner') EXECUTE FUNCTION keep_owner_level();

-- Why an account is locked, for those who handle it.
ALTER TABLE users ADD COLUMN lock_reason text;

-- Lists of 100,000 members in each of their orders.
CREATE INDEX users_listed ON users (created_at DESC, id DESC) WHERE state <> 'withdrawn';
CREATE INDEX users_by_name ON users (name, id) WHERE state <> 'withdrawn';
CREATE INDEX users_by_username ON users (username, id) WHERE state <> 'withdrawn';
CREATE INDEX users_level ON users (level_id);
CREATE INDEX sessions_used ON sessions (user_id, used_at DESC);
CREATE INDEX consents_terms ON consents (terms_id, user_id) WHERE given;
CREATE INDEX legal_holds_withdrawal ON legal_holds (withdrawal_id);

-- What a member is found by in the console: any part of name, username, e-mail address, telephone and company. The
-- windows of two characters make the index, the text decides. Gone with the account.
CREATE TABLE member_words (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  words text NOT NULL,
  windows tsvector NOT NULL
);
CREATE INDEX member_words_windows ON member_words USING gin (windows);

-- Every window of two characters of every line, and each line's last character.
CREATE FUNCTION windows_of(words text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(DISTINCT substr(line, place, 2)), '{}')
  FROM regexp_split_to_table(words, '\n') AS line, generate_series(1, length(line)) AS place
$$;

CREATE FUNCTION write_member_words(member uuid) RETURNS void LANGUAGE sql AS $$
  DELETE FROM member_words WHERE user_id = member
    AND EXISTS (SELECT FROM users WHERE id = member AND state = 'withdrawn');
  INSERT INTO member_words (user_id, words, windows)
  SELECT member, words, array_to_tsvector(windows_of(words)) FROM (
    SELECT lower(concat_ws(E'\n', users.name, username, email, regexp_replace(phone, '^\+82', '0'), phone,
      companies.name, business_number)) AS words
    FROM users LEFT JOIN companies ON companies.user_id = users.id WHERE users.id = member AND state <> 'withdrawn'
  ) AS found
  ON CONFLICT (user_id) DO UPDATE SET words = EXCLUDED.words, windows = EXCLUDED.windows
    WHERE member_words.words <> EXCLUDED.words
$$;
CREATE FUNCTION keep_member_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'users' THEN
    PERFORM write_member_words(NEW.id);
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM write_member_words(OLD.user_id);
  ELSE
    PERFORM write_member_words(NEW.user_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_words AFTER INSERT OR UPDATE OF name, username, email, phone, state ON users
  FOR EACH ROW EXECUTE FUNCTION keep_member_words();
CREATE TRIGGER companies_words AFTER INSERT OR DELETE OR UPDATE OF name, business_number ON companies
  FOR EACH ROW EXECUTE FUNCTION keep_member_words();
SELECT write_member_words(id) FROM users;

-- Versions of terms that members are asked for again at their next log-in.
CREATE TABLE terms_asked (
  terms_id uuid PRIMARY KEY REFERENCES terms (id),
  asked_at timestamptz(3) NOT NULL
);
