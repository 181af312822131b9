-- Deletes the draft of a deleted record. Argument: the kind of the record.
CREATE OR REPLACE FUNCTION delete_draft() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM drafts WHERE entity = TG_ARGV[0] AND record_id = OLD.id;
  RETURN NULL;
END $$;
