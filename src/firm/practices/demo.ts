import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { writeDraft } from '#kit/drafts/handlers.ts'
import { assetId } from '#kit/files/assets.ts'
import type { Filling } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { insertRecords } from '#kit/server/records.ts'
import { PracticeInput } from './contract.ts'
import { practices } from './table.ts'

const texts: z.input<typeof PracticeInput>[] = [
  {
    key: 'building',
    path: '/business/building',
    title: { ko: '건축물 하자 관리', en: 'Building defects', cn: '建筑缺陷管理' },
    summary: {
      ko: '금이 가고 물이 새는 곳을 찾아 기록하고, 법이 정한 담보책임 기간 안에 고치게 하거나 배상받도록 돕습니다.',
      en: 'We record where a building cracks and leaks, and see that it is repaired or paid for within the warranty period the law sets.',
      cn: '查明并记录开裂、渗漏之处，在法定缺陷担保责任期限内要求维修或赔偿。',
    },
    picture: assetId('business/building'),
    position: 1,
  },
  {
    key: 'maintenance',
    path: '/business/maintenance',
    title: { ko: '유지·보수', en: 'Maintenance', cn: '维护与修缮' },
    summary: {
      ko: '장기수선계획과 보수 공사의 입찰, 계약, 감독, 준공까지 관리주체와 입주자대표회의가 책임을 다투지 않도록 문서를 세웁니다.',
      en: 'From the long-term repair plan to tender, contract, supervision and completion: the papers that keep a repair out of dispute.',
      cn: '从长期修缮计划到招标、合同、监督与竣工，备齐文件，避免管理方与住户代表会议之间产生责任争议。',
    },
    picture: assetId('business/maintenance'),
    position: 2,
  },
  {
    key: 'renovation',
    path: '/business/renovation',
    title: { ko: '재개발·재건축', en: 'Redevelopment', cn: '再开发·重建' },
    summary: {
      ko: '조합 설립부터 관리처분, 이전고시와 등기까지 자문과 소송, 등기를 한 줄로 잇습니다.',
      en: 'Advice, litigation and registration in one line, from founding the association to the transfer notice.',
      cn: '从设立组合、管理处分到转移公告与登记，咨询、诉讼、登记一线贯通。',
    },
    picture: assetId('business/renovation'),
    position: 3,
  },
  {
    key: 'council',
    path: '/business/council',
    title: { ko: '입주예정자협의회', en: 'Council of future residents', cn: '准住户协议会' },
    summary: {
      ko: '분양 계약 검토, 사전방문, 협의회의 규약과 의결, 입주 뒤 입주자대표회의로 넘기는 일까지 준비합니다.',
      en: 'Sales contracts, the inspection before move-in, the council’s rules and votes, and the handover to the residents’ council.',
      cn: '审查预售合同、交房前验房、协议会章程与决议，直至入住后移交住户代表会议。',
    },
    picture: assetId('business/council'),
    position: 4,
  },
  {
    key: 'engineering',
    path: '/business/engineering',
    title: { ko: '건설 엔지니어링', en: 'Construction engineering', cn: '建设工程技术' },
    summary: {
      ko: '도면과 현장을 대조하고 시험과 계측으로 원인을 밝혀, 다툼의 근거를 공학의 언어로 세웁니다.',
      en: 'We lay the drawings against the site, test and measure, and put the grounds of a dispute in the language of engineering.',
      cn: '对照图纸与现场，以试验和测量查明原因，用工程语言确立争议依据。',
    },
    picture: assetId('business/engineering'),
    position: 5,
  },
  {
    key: 'construction',
    path: '/construction',
    title: { ko: '건설 분쟁', en: 'Construction disputes', cn: '建设工程纠纷' },
    summary: {
      ko: '공사대금, 설계 변경, 공기 연장, 하도급 대금. 발주자와 시공자 사이의 계약을 처음의 문서로 돌아가 풉니다.',
      en: 'Payment, variations, extensions of time, subcontract sums: we return to the documents the parties began with.',
      cn: '工程款、设计变更、工期延长、分包款：回到最初的合同文件，化解发包方与施工方之间的争议。',
    },
    picture: assetId('business/construction'),
    position: 6,
  },
]

const folder = join(import.meta.dirname, '../../../assets/content/practices')

/** The practices in their order, each with the blocks of `assets/content/practices/<key>.json`. */
export const demoPractices = async (): Promise<z.infer<typeof PracticeInput>[]> =>
  Promise.all(
    texts.map(async (practice) =>
      PracticeInput.parse({
        ...practice,
        blocks: JSON.parse(await readFile(join(folder, `${practice.key}.json`), 'utf8')),
      }),
    ),
  )

/** Work under way on one of them: a part for the winter that the public does not see yet. */
export const demoPracticeDraft = (practice: z.infer<typeof PracticeInput>): z.infer<typeof PracticeInput> => {
  const after = practice.blocks.findIndex(({ anchor }) => anchor === 'steps') + 1
  return PracticeInput.parse({
    ...practice,
    blocks: practice.blocks.toSpliced(after, 0, {
      kind: 'list',
      anchor: 'winter',
      title: { ko: '겨울 공사 전에\n챙길 것', en: 'Before work\nin winter', cn: '冬季施工前\n要准备的' },
      label: { ko: '겨울 공사', en: 'Winter work', cn: '冬季施工' },
      lead: {
        ko: '한파가 오면 공사가 멈추고 다툼은 그때 시작됩니다. 계약서에 먼저 적어 둘 것들입니다.',
        en: 'Frost stops the work, and that is when disputes begin. These belong in the contract beforehand.',
        cn: '寒潮一来工程停顿，争议也由此开始。以下事项应先写入合同。',
      },
      items: [
        {
          text: {
            ko: '기온이 몇 도 아래로 내려가면 작업을 멈추는지',
            en: 'At what temperature the work stops',
            cn: '气温低于多少度时停工',
          },
        },
        {
          text: {
            ko: '멈춘 날을 공사 기간과 지체상금에서 어떻게 빼는지',
            en: 'How those days count towards time and delay damages',
            cn: '停工日如何从工期与迟延违约金中扣除',
          },
        },
        {
          text: {
            ko: '보양 비용을 누가 내고 무엇으로 확인하는지',
            en: 'Who pays for protection, and how it is verified',
            cn: '保温养护费用由谁承担、以何确认',
          },
        },
      ],
    }),
  })
}

/** What a manager works on: a draft beside its practice, as the console keeps it. */
const loadDraft = async (context: Context, author: string): Promise<void> => {
  const [row] = await context.database.select().from(practices).where(eq(practices.key, 'maintenance'))
  if (!row) throw new Error('No practice to draft')
  const { id: recordId, createdAt: _, updatedAt: madeFrom, ...practice } = row
  const draft = { entity: 'practices', recordId, content: demoPracticeDraft(PracticeInput.parse(practice)), madeFrom }
  await writeDraft(context.database, practices, { ...draft, author }, null, context.now())
}

/** Records of an empty database (`Module.fill`). */
export const fill = async (context: Context, { isDemo, accounts }: Filling): Promise<void> => {
  if (!isDemo) return
  await insertRecords(context, practices, PracticeInput, await demoPractices())
  await loadDraft(context, accounts.find(({ level }) => level === 'manager')?.name ?? '')
}
