import type { z } from 'zod'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import type { SettingInput } from './contract.ts'
import { emptySetting } from './server/read-settings.ts'
import { settings } from './table.ts'

export const demoSetting: z.input<typeof SettingInput> = {
  name: { ko: '법무법인 대청', en: 'DAECHEONG LAW', cn: '大青律师事务所' },
  tagline: {
    ko: '공감과 소통으로 맞춤 법률서비스를 제공합니다',
    en: 'We listen, we explain, and we find the answer that fits your complex',
    cn: '倾听在先，为每个小区找到合适的办法',
  },
  phone: '+8220001200',
  chatUrl: 'https://messenger.example.com/daecheong',
  social: [
    { name: { ko: '블로그', en: 'Blog', cn: '博客' }, url: 'https://blog.example.com/daecheong' },
    { name: { ko: '유튜브', en: 'YouTube', cn: 'YouTube' }, url: 'https://video.example.com/daecheong' },
  ],
  registration: {
    ko: '대표변호사 한이담, 윤도겸, 서이현, 문해찬 · 사업자등록번호 000-00-00000',
    en: 'Managing partners: Han I-dam, Yoon Do-gyeom, Seo I-hyeon, Moon Hae-chan · Business registration no. 000-00-00000',
    cn: '管理合伙人：韩怡潭、尹度谦、徐怡贤、文海灿 · 经营者登记号 000-00-00000',
  },
  advertisingLawyer: { ko: '서이현', en: 'Seo I-hyeon', cn: '徐怡贤' },
  contentProtection: true,
  demonstration: true,
  modules: { firm: true, match: true, auction: true, shop: true },
  home: 'firm',
  matchHost: null,
  payTo: { bank: '시연은행', number: '000-0000-0630', holder: '대청무역센터' },
  mail: { senderName: '법무법인 대청', senderAddress: 'office@daecheong.example' },
  seo: { naver: '', google: '' },
  desk: { addresses: ['office@daecheong.example'] },
  security: {
    staffTwoStep: false,
    sellerTwoStep: false,
    networks: [],
    consoleIdleMinutes: 30,
    consoleHours: 12,
    memberIdleDays: 14,
    memberDays: 90,
  },
  dormancy: { enabled: false, months: 12, warnDays: 30 },
}

/** Seed records (`Module.seed`). */
export const seed = async (context: Context, { isDemo }: SeedContext): Promise<void> => {
  await context.database
    .insert(settings)
    .values({ value: isDemo ? demoSetting : emptySetting, updatedAt: context.now() })
}
