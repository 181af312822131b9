-- Runs once on a database that the 98 migrations before the baseline made (docs/decisions/0091): the differences
-- between their result and `tables/`.

-- Nothing calls these any more.
DROP FUNCTION IF EXISTS search_total(text, text, timestamptz, text[], integer);
DROP FUNCTION IF EXISTS search_page(text, text, timestamptz, text[], text, boolean, integer, integer);

-- Renamed since. The files create them again under their new names, with the triggers and views that use them.
DROP ROUTINE IF EXISTS
  answer_bid, answer_invitation, auction_bids_chain, auction_bids_stay, auction_consigned, auction_due,
  auction_entries_held, auction_halls_follow, auction_hash, auction_instant, auction_lifted, auction_lot,
  auction_lot_told, auction_lots_down, auction_lots_open, auction_may_bid, auction_owes, auction_programs_locked,
  auction_step, auction_stop_told, auction_turn, auction_works_left, auction_works_locked, auction_write,
  audit_broken_at, audit_chain, audit_hash, book_matching, cancel_program, count_draft_version, drop_draft,
  fair_falls, fair_falls_mark, fair_grid, fair_products_hold, file_uses_in, hold_lots, keep_agreement, keep_an_owner,
  keep_consents, keep_fair, keep_member_words, keep_owner_level, keep_parts, keep_plan, keep_question_words,
  keep_terms_in_force, lay_fair, leave_out_withdrawn, limit_requests, make_badge, note_file_uses, open_requests,
  phone_words, post_path, redirects_flatten, redirects_follow, redirects_follow_post, redirects_lead_on,
  redirects_one_writer, redirects_remember, require_invitable, require_open_seat, require_parts, resume_program,
  search_auction_works, search_count, search_first, search_found, search_has, search_index, search_indexed,
  search_initials, search_is_said, search_is_shown, search_is_translated, search_lasts, search_match_others,
  search_plain, search_rank, search_refresh, search_texts, search_texts_in, search_together, search_translated,
  search_walked, search_wanted, settle_wish, shop_categories_tree, shop_coupons_follow, shop_daily_add,
  shop_daily_cancelled, shop_daily_forgets, shop_daily_of_order, shop_daily_of_payment, shop_daily_of_return,
  shop_daily_part, shop_daily_returned, shop_daily_sold, shop_day, shop_payments_bound, shop_points_follow,
  shop_return_pieces_bound, shop_shelf_count, shop_shelf_of_good, shop_shelf_of_option, shop_shelf_of_review,
  shop_shelf_put, shop_shelf_words, shop_stock_follows, stop_program, two_steps_go_forward, whole_sum, windows_of,
  with_file_replaced(uuid, uuid, uuid), with_file_replaced(uuid[], uuid, uuid), with_file_replaced(text, uuid, uuid),
  with_file_replaced(jsonb, uuid, uuid)
  CASCADE;

ALTER TABLE sendings RENAME CONSTRAINT sendings_check1 TO sendings_alimtalk;

-- A rewrite of the table had reset it.
ALTER INDEX search_entries_grams ALTER COLUMN 1 SET STATISTICS 0;

-- PostgreSQL 18 names NOT NULL constraints; the column had another name.
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_constraint WHERE conrelid = 'levels'::regclass AND conname = 'levels_on_joining_not_null') THEN
    ALTER TABLE levels RENAME CONSTRAINT levels_on_joining_not_null TO levels_for_persons_not_null;
  END IF;
END $$;
