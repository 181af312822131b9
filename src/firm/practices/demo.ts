import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { revivePictureIds } from '#content/blocks/demo.ts'
import { writeDraft } from '#kit/drafts/handlers.ts'
import { assetId } from '#kit/files/assets.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { insertRecords } from '#kit/server/records/records.ts'
import { PracticeInput } from './contract.ts'
import { practices } from './table.ts'

const texts: z.input<typeof PracticeInput>[] = [
  {
    key: 'building',
    path: '/business/building',
    title: { ko: '건축물 하자 관리', en: 'Building defects', cn: '房屋质量缺陷' },
    summary: {
      ko: '균열과 누수를 조사·기록하고, 담보책임기간 안에 보수나 손해배상을 청구하도록 지원합니다.',
      en: 'We document cracks and leaks and claim repair or damages within the statutory defect liability period.',
      cn: '查明并记录开裂与渗漏，在法定质量保修期内争取维修或赔偿。',
    },
    picture: assetId('business/building'),
    position: 1,
  },
  {
    key: 'maintenance',
    path: '/business/maintenance',
    title: { ko: '유지보수', en: 'Maintenance', cn: '维修养护' },
    summary: {
      ko: '장기수선계획, 보수 공사의 입찰과 계약, 감독, 준공에 필요한 문서와 절차를 자문합니다.',
      en: 'From the long-term maintenance plan to tender, contract, supervision and completion: documents that prevent disputes.',
      cn: '从长期维修计划到招标、合同、监督与竣工，备齐文件，避免物业与业委会相互推责。',
    },
    picture: assetId('business/maintenance'),
    position: 2,
  },
  {
    key: 'renovation',
    path: '/business/renovation',
    title: { ko: '재개발·재건축', en: 'Redevelopment', cn: '再开发与重建' },
    summary: {
      ko: '조합설립부터 관리처분, 이전고시까지 단계별 자문, 소송, 등기를 수행합니다.',
      en: 'Advice, litigation and registration, from forming the association to the transfer notice.',
      cn: '从设立合作社、权益分配到产权转移公告与登记，顾问、诉讼、登记全程办理。',
    },
    picture: assetId('business/renovation'),
    position: 3,
  },
  {
    key: 'council',
    path: '/business/council',
    title: { ko: '입주예정자협의회', en: 'Prospective residents’ council', cn: '准业主联合会' },
    summary: {
      ko: '분양계약 검토, 사전방문, 협의회 규약과 의결, 입주 후 입주자대표회의 인계를 지원합니다.',
      en: 'Sales contracts, pre-move-in inspections, council bylaws and votes, and handover to the residents’ representative meeting.',
      cn: '审查预售合同、交房前验房、章程与决议，直至入住后移交业委会。',
    },
    picture: assetId('business/council'),
    position: 4,
  },
  {
    key: 'engineering',
    path: '/business/engineering',
    title: { ko: '건설 엔지니어링', en: 'Construction engineering', cn: '建设工程技术' },
    summary: {
      ko: '도면과 현장을 대조하고 시험·계측 결과를 분석하여 분쟁의 기술적 근거를 정리합니다.',
      en: 'We compare drawings with the site, test and measure, and back your case with engineering evidence.',
      cn: '核对图纸与现场，通过试验和测量查明原因，用工程证据支持主张。',
    },
    picture: assetId('business/engineering'),
    position: 5,
  },
  {
    key: 'construction',
    path: '/construction',
    title: { ko: '건설 분쟁', en: 'Construction disputes', cn: '建设工程纠纷' },
    summary: {
      ko: '공사대금, 설계변경, 공기 연장, 하도급대금 분쟁을 계약 문서를 바탕으로 해결합니다.',
      en: 'Payment, variations, extensions of time and subcontracts: we go back to the original contract documents.',
      cn: '工程款、设计变更、工期延长、分包款：回到最初的合同文件，解决发包方与施工方的争议。',
    },
    picture: assetId('business/construction'),
    position: 6,
  },
]

const folder = join(import.meta.dirname, '../../../assets/content/practices')

/** Returns the practices in order, each with the blocks of `assets/content/practices/<key>.json`. */
export const demoPractices = async (): Promise<z.infer<typeof PracticeInput>[]> =>
  Promise.all(
    texts.map(async (practice) =>
      PracticeInput.parse({
        ...practice,
        blocks: JSON.parse(await readFile(join(folder, `${practice.key}.json`), 'utf8'), revivePictureIds),
      }),
    ),
  )

/** Returns a draft of a practice: an unpublished block about winter work. */
export const demoPracticeDraft = (practice: z.infer<typeof PracticeInput>): z.infer<typeof PracticeInput> => {
  const after = practice.blocks.findIndex(({ anchor }) => anchor === 'steps') + 1
  return PracticeInput.parse({
    ...practice,
    blocks: practice.blocks.toSpliced(after, 0, {
      kind: 'list',
      anchor: 'winter',
      title: { ko: '동절기 공사 전\n확인 사항', en: 'Before\nwinter work', cn: '冬季施工前\n的准备' },
      label: { ko: '동절기 공사', en: 'Winter work', cn: '冬季施工' },
      lead: {
        ko: '한파로 공사가 중단되면 분쟁이 생길 수 있습니다. 계약서에 다음 사항을 정해 두시기 바랍니다.',
        en: 'Cold spells stop work, and that is when disputes start. Put these points in the contract first.',
        cn: '寒潮一到就停工，争议也从这时开始。以下事项应先写入合同。',
      },
      items: [
        {
          text: {
            ko: '작업을 중지하는 기온 기준',
            en: 'The temperature at which work stops',
            cn: '气温低于多少度时停工',
          },
        },
        {
          text: {
            ko: '중지 일수의 공사기간·지체상금 반영 방법',
            en: 'How those days affect the programme and delay damages',
            cn: '停工日如何从工期与逾期违约金中扣除',
          },
        },
        {
          text: {
            ko: '보양 비용의 부담과 확인 방법',
            en: 'Who pays for cold-weather protection, and how it is verified',
            cn: '保温养护费用由谁承担、如何确认',
          },
        },
      ],
    }),
  })
}

/** Stores a manager's draft of a practice. */
const loadDraft = async (context: Context, author: string): Promise<void> => {
  const [row] = await context.database.select().from(practices).where(eq(practices.key, 'maintenance'))
  if (!row) throw new Error('No practice to draft')
  const { id: recordId, createdAt: _, updatedAt: madeFrom, ...practice } = row
  const draft = { entity: 'practices', recordId, content: demoPracticeDraft(PracticeInput.parse(practice)), madeFrom }
  await writeDraft(context.database, practices, { ...draft, author }, null, context.now())
}

/** Seeds an empty database (`Module.fill`). */
export const seed = async (context: Context, { isDemo, accounts }: SeedContext): Promise<void> => {
  if (!isDemo) return
  await insertRecords(context, practices, PracticeInput, await demoPractices())
  await loadDraft(context, accounts.find(({ level }) => level === 'manager')?.name ?? '')
}
