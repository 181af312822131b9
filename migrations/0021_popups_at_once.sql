-- A popup is shown once a visitor has scrolled past the first screen; staff may ask for one at once.
ALTER TABLE popups ADD COLUMN at_once boolean NOT NULL DEFAULT false;
