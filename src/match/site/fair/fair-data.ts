import type { PublicFair } from '#match/fairs/contract.ts'
import { type FairView, toFairView } from '../fairs/fair-view.ts'
import type { MatchApi } from '../loader-context.ts'

/** Data of the frame around every page of a fair. */
export interface FairData extends FairView {
  slotMinutes: number
  tables: number
}

export const loadFair = async (api: MatchApi, id: string): Promise<{ fair: FairData; whole: PublicFair }> => {
  const { fair: whole } = await api.fairs.open({ params: { id } })
  const { slotMinutes, tables } = whole
  return { fair: { ...toFairView(whole, Date.now()), slotMinutes, tables }, whole }
}
