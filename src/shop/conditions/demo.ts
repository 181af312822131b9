import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { shopConditions } from './table.ts'

/** Seeds the conditions; the account is fictional. */
export const seed = async (context: Context, { isDemo }: SeedContext): Promise<void> => {
  if (!isDemo) return
  await context.database.update(shopConditions).set({
    bank: '시연은행',
    account: '000-0000-0412',
    holder: '대청무역센터',
    pickupPlace: {
      ko: '대청무역센터 3층 쇼핑몰 안내 데스크',
      en: 'Shop desk, 3F Daecheong Trade Centre',
      cn: '大青贸易中心3层商城服务台',
    },
    updatedAt: context.now(),
  })
}
