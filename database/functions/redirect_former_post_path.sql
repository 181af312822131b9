-- Redirects the former path of a post. Only for posts that were public: the address of a draft is unknown.
CREATE OR REPLACE FUNCTION redirect_former_post_path() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM post_texts WHERE post_id = NEW.id AND publish_from <= now()) THEN
    PERFORM add_redirect(build_post_path(OLD.code, OLD.slug, OLD.id), build_post_path(NEW.code, NEW.slug, NEW.id));
  END IF;
  RETURN NULL;
END $$;
