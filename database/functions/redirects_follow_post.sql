-- Only for posts that were public: the address of a draft is unknown.
CREATE OR REPLACE FUNCTION redirects_follow_post() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM post_texts WHERE post_id = NEW.id AND publish_from <= now()) THEN
    PERFORM redirects_remember(post_path(OLD.code, OLD.slug, OLD.id), post_path(NEW.code, NEW.slug, NEW.id));
  END IF;
  RETURN NULL;
END $$;
