-- Whether a bidder still has obligations: a bid on an open lot (an outbid one can lead again after a void), or an
-- unpaid purchase. Voided bidders have none on that lot. The caller must hold the entry, so that bids in progress are
-- seen.
CREATE OR REPLACE FUNCTION has_auction_obligations(of_program uuid, of_user uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM auction_works AS work JOIN auction_bids AS bid
      ON bid.work_id = work.id AND bid.kind IN ('open', 'maximum') AND bid.user_id = of_user
    WHERE work.program_id = of_program AND work.state = 'open'
      AND NOT EXISTS (SELECT FROM auction_bids AS out
        WHERE out.work_id = work.id AND out.kind = 'void' AND out.user_id = of_user))
  OR EXISTS (SELECT FROM auction_works AS work JOIN auction_sales AS sale ON sale.work_id = work.id
    WHERE work.program_id = of_program AND sale.user_id = of_user AND sale.state IN ('offered', 'awaiting'))
$$;
