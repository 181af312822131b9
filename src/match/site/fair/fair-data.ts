import type { PublicFair } from '#match/fairs/contract.ts'
import { type FairView, fairView } from '../fairs/fair-view.ts'
import type { MatchApi } from '../server/match-api.ts'

/** Data of the frame around every page of a fair. */
export interface FairData extends FairView {
  slotMinutes: number
  tables: number
}

export const readFair = async (api: MatchApi, id: string): Promise<{ fair: FairData; whole: PublicFair }> => {
  const { fair: whole } = await api.fairs.open({ params: { id } })
  const { slotMinutes, tables } = whole
  return { fair: { ...fairView(whole, Date.now()), slotMinutes, tables }, whole }
}
