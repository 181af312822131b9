import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { revivePictureIds } from '#content/blocks/demo.ts'
import { assetId } from '#kit/files/assets.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { insertRecords } from '#kit/server/records/records.ts'
import { SectionInput } from './contract.ts'
import { sections } from './table.ts'

/** Demo home page. A line break in a title is its preferred break. */
export const demoSections: z.input<typeof SectionInput>[] = [
  {
    page: 'home',
    kind: 'hero',
    title: {
      ko: '공감과 소통으로\n맞춤 법률서비스를 제공합니다',
      en: 'We listen, we explain,\nand we find the answer\nthat fits your complex',
      cn: '倾听在先，\n为每个小区\n找到合适的办法',
    },
    lead: {
      ko: '공동주택 하자, 재개발·재건축, 건설 분쟁',
      en: 'Construction disputes, housing defects and redevelopment.',
      cn: '办理建设工程、住宅质量缺陷、旧改与重建案件。',
    },
    picture: assetId('hero/hero-poster'),
    videos: [assetId('hero/hero.webm'), assetId('hero/hero.mp4')],
    position: 1,
  },
  {
    page: 'home',
    kind: 'business',
    title: { ko: '주요 업무 분야', en: 'Four ways we can help', cn: '我们能帮您做什么' },
    lead: {
      ko: '입주 전 점검부터 하자 분쟁, 재개발·재건축까지 공동주택 단계별 법률 업무를 수행합니다.',
      en: 'Sales contracts, inspections, defects and redevelopment: one firm for every stage in the life of your complex.',
      cn: '购房合同、交房验房、质量缺陷、旧改重建，小区的每个阶段，都由同一家律所承办。',
    },
    items: [
      {
        title: { ko: '건축물 하자 관리', en: 'Building defects', cn: '房屋质量缺陷' },
        text: {
          ko: '균열과 누수를 조사하고 담보책임기간 안에 보수를 청구합니다.',
          en: 'We document cracks and leaks and claim before the defect liability period ends.',
          cn: '记录裂缝与渗漏，在质量保修期届满前主张权利。',
        },
        link: '/business/building',
        picture: assetId('business/building'),
      },
      {
        title: { ko: '재개발·재건축', en: 'Redevelopment', cn: '再开发与重建' },
        text: {
          ko: '조합설립부터 이전고시까지 자문, 소송, 등기를 수행합니다.',
          en: 'Advice, litigation and registration, from forming the association to the transfer notice.',
          cn: '从设立合作社到产权转移公告，顾问、诉讼、登记全程办理。',
        },
        link: '/business/renovation',
        picture: assetId('business/renovation'),
      },
      {
        title: { ko: '입주예정자협의회', en: 'Prospective residents’ council', cn: '准业主联合会' },
        text: {
          ko: '사전방문, 분양계약 검토, 협의회 규약과 의결을 지원합니다.',
          en: 'Pre-move-in inspections, contract reviews and first resolutions, ready before move-in.',
          cn: '验房、合同审查、首次会议决议，入住前准备妥当。',
        },
        link: '/business/council',
        picture: assetId('business/council'),
      },
      {
        title: { ko: '건설 엔지니어링', en: 'Construction engineering', cn: '建设工程技术' },
        text: {
          ko: '도면과 현장을 대조하여 분쟁의 기술적 근거를 정리합니다.',
          en: 'We check drawings against the site and back your claim with engineering evidence.',
          cn: '核对图纸与现场，用工程证据支持您的主张。',
        },
        link: '/business/engineering',
        picture: assetId('business/engineering'),
      },
    ],
    position: 2,
  },
  {
    page: 'home',
    kind: 'values',
    title: { ko: '핵심 가치', en: 'How we work', cn: '我们怎样工作' },
    items: [
      {
        title: { ko: '공감', en: 'Empathy', cn: '倾听' },
        text: {
          ko: '<strong>입주민의 이야기를 먼저 듣습니다.</strong><br>법률 쟁점을 정리하기 전에 어디에 누수가 있는지, 언제부터 불편했는지 확인합니다. 그 기록이 청구의 근거가 됩니다.',
          en: '<strong>We listen first and write it down in residents’ own words.</strong><br>Before we talk law, we ask which room leaks and since when. That record becomes page one of your claim.',
          cn: '<strong>先听住户讲，用住户的话记下来。</strong><br>谈法律之前，先问哪个房间漏水、从什么时候开始。这份记录就是索赔书的第一页。',
        },
        picture: assetId('values/empathy'),
      },
      {
        title: { ko: '소통', en: 'Communication', cn: '沟通' },
        text: {
          ko: '<strong>진행 상황을 매월 보고드립니다.</strong><br>진행 경과와 다음 기일, 남은 기간과 비용을 서면으로 보내 드립니다. 불리한 사정도 바로 알려 드립니다.',
          en: '<strong>One page every month, with nothing held back.</strong><br>Work done, next hearing, time left and costs. Bad news comes first.',
          cn: '<strong>每月一页纸，进展不隐瞒。</strong><br>本月做了什么、何时开庭、还剩多少期限和费用。坏消息先说。',
        },
        picture: assetId('values/communication'),
      },
      {
        title: { ko: '맞춤', en: 'Tailored advice', cn: '因案制宜' },
        text: {
          ko: '<strong>단지별 상황에 맞는 방안을 제시합니다.</strong><br>세대수와 사용검사일, 보증서와 예산에 따라 해결 방법이 다릅니다. 소송이 적절하지 않으면 그렇게 말씀드립니다.',
          en: '<strong>The same crack can be a different case in another complex.</strong><br>The right course depends on households, use inspection date, bonds and budget. If a lawsuit is not the answer, we say so.',
          cn: '<strong>同样的裂缝，换个小区就是另一个案子。</strong><br>户数、竣工验收日、保证书和预算不同，办法也不同。不适合诉讼的，我们会直说。',
        },
        picture: assetId('values/tailored'),
      },
    ],
    position: 3,
  },
  {
    page: 'home',
    kind: 'lawyers',
    title: {
      ko: '담당 변호사가\n끝까지 함께합니다',
      en: 'The lawyer who takes your case\nsees it through',
      cn: '谁承办，\n谁负责到底',
    },
    lead: {
      ko: '변호사 18명이 분야와 지역별로 담당하며, 처음 상담한 변호사가 사건을 끝까지 수행합니다.',
      en: 'Eighteen lawyers, organised by practice area and region. The one you first meet stays with you to the last hearing.',
      cn: '18名律师按业务领域与地区分工，首次接待您的律师会陪您到最后一次开庭。',
    },
    position: 4,
  },
  {
    page: 'home',
    kind: 'projects',
    title: { ko: '주요 수행 사례', en: 'Fifteen case studies', cn: '15个案例' },
    lead: {
      ko: '단지별 사건 경위와 수행 내용, 결과를 소개합니다. 결과는 사건에 따라 다를 수 있습니다.',
      en: 'Every case is different. Here is how each began, what we did and how it ended.',
      cn: '结果因案而异。这里记录事情的起因、我们做了什么、结果如何。',
    },
    position: 5,
  },
  {
    page: 'home',
    kind: 'stories',
    title: { ko: '소식', en: 'News', cn: '资讯' },
    lead: {
      ko: '판결과 제도 해설, 현장 소식과 공지를 전합니다.',
      en: 'Court rulings, guides, site notes and announcements.',
      cn: '判例、解读、现场记录与通知。',
    },
    position: 6,
  },
  {
    page: 'home',
    kind: 'offices',
    title: { ko: '사무소 안내', en: 'Our offices', cn: '办公室' },
    lead: {
      ko: '서울 2곳과 인천, 광주에 사무소가 있습니다. 원거리 단지는 방문 상담도 가능합니다.',
      en: 'Two in Seoul, one each in Incheon and Gwangju. If your complex is far away, we come to you.',
      cn: '首尔两处，仁川、光州各一处。小区较远，我们上门。',
    },
    position: 7,
  },
]

const centerFile = join(import.meta.dirname, '../../../assets/content/pages/center.json')

/** Returns the introduction page of the firm from `assets/content/pages/center.json`. */
export const demoPages = async (): Promise<z.infer<typeof SectionInput>[]> => {
  const center = JSON.parse(await readFile(centerFile, 'utf8'), revivePictureIds)
  return [SectionInput.parse({ page: 'center', kind: 'blocks', picture: assetId('offices/seoul'), ...center })]
}

/** Seeds an empty database (`Module.fill`). */
export const seed = async (context: Context, { isDemo }: SeedContext): Promise<void> => {
  if (isDemo) await insertRecords(context, sections, SectionInput, [...demoSections, ...(await demoPages())])
}
