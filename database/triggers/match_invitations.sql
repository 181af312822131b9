CREATE OR REPLACE TRIGGER match_invitations_invitable BEFORE INSERT ON match_invitations
  FOR EACH ROW EXECUTE FUNCTION check_invitation();
