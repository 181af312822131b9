import { m } from '#messages/messages.js'

interface ManualStep {
  title: string
  text: string
  /** Notes on what to know before or after the step. */
  points: string[]
  act?: { words: string; to: string }
}

/** Returns the steps of a manual in the render language. */
export const listManualSteps = (side: 'seller' | 'buyer'): ManualStep[] =>
  side === 'seller'
    ? [
        {
          title: m.match_seller_1_title(),
          text: m.match_seller_1_text(),
          points: [m.match_seller_1_point_1(), m.match_seller_1_point_2()],
          act: { words: m.match_join_seller(), to: '/match/join/seller' },
        },
        {
          title: m.match_seller_2_title(),
          text: m.match_seller_2_text(),
          points: [m.match_seller_2_point_1(), m.match_seller_2_point_2()],
        },
        {
          title: m.match_seller_3_title(),
          text: m.match_seller_3_text(),
          points: [m.match_seller_3_point_1(), m.match_seller_3_point_2()],
          act: { words: m.match_footer_fairs(), to: '/match/fairs' },
        },
        {
          title: m.match_seller_4_title(),
          text: m.match_seller_4_text(),
          points: [m.match_seller_4_point_1(), m.match_seller_4_point_2(), m.match_seller_4_point_3()],
        },
        {
          title: m.match_seller_5_title(),
          text: m.match_seller_5_text(),
          points: [m.match_seller_5_point_1(), m.match_seller_5_point_2()],
        },
      ]
    : [
        {
          title: m.match_buyer_1_title(),
          text: m.match_buyer_1_text(),
          points: [m.match_buyer_1_point_1(), m.match_buyer_1_point_2()],
          act: { words: m.match_join_buyer(), to: '/match/join/buyer' },
        },
        {
          title: m.match_buyer_2_title(),
          text: m.match_buyer_2_text(),
          points: [m.match_buyer_2_point_1(), m.match_buyer_2_point_2()],
          act: { words: m.match_footer_fairs(), to: '/match/fairs' },
        },
        {
          title: m.match_buyer_3_title(),
          text: m.match_buyer_3_text(),
          points: [m.match_buyer_3_point_1(), m.match_buyer_3_point_2()],
        },
        {
          title: m.match_buyer_4_title(),
          text: m.match_buyer_4_text(),
          points: [m.match_buyer_4_point_1(), m.match_buyer_4_point_2(), m.match_buyer_4_point_3()],
        },
        {
          title: m.match_buyer_5_title(),
          text: m.match_buyer_5_text(),
          points: [m.match_buyer_5_point_1(), m.match_buyer_5_point_2()],
        },
      ]
