-- Redirects the former path of a record. Arguments: the prefix of the path, and the column with its last part.
CREATE OR REPLACE FUNCTION redirect_former_path() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_redirect(TG_ARGV[0] || (to_jsonb(OLD) ->> TG_ARGV[1]), TG_ARGV[0] || (to_jsonb(NEW) ->> TG_ARGV[1]));
  RETURN NULL;
END $$;
