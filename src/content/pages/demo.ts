import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { assetId } from '#kit/files/assets.ts'
import type { Filling } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { insertRecords } from '#kit/server/records.ts'
import { SectionInput } from './contract.ts'
import { sections } from './table.ts'

/** The home page. A line break in a title is where it breaks best. */
export const demoSections: z.input<typeof SectionInput>[] = [
  {
    page: 'home',
    kind: 'hero',
    title: {
      ko: '공감하고 소통하며\n단지마다 다른 답을 찾습니다',
      en: 'We listen, we explain,\nand each estate\ngets its own answer',
      cn: '倾听与沟通，\n为每个小区\n找到各自的答案',
    },
    lead: {
      ko: '건설과 공동주택 하자, 재개발·재건축을 다룹니다.',
      en: 'Construction, housing defects and redevelopment.',
      cn: '处理建设工程、共同住宅缺陷、再开发·重建事务。',
    },
    picture: assetId('hero/hero-poster'),
    videos: [assetId('hero/hero.webm'), assetId('hero/hero.mp4')],
    position: 1,
  },
  {
    page: 'home',
    kind: 'business',
    title: { ko: '집을 둘러싼 네 가지 일', en: 'Four kinds of work around a home', cn: '围绕住宅的四项工作' },
    lead: {
      ko: '짓기 전의 약속, 짓는 동안의 점검, 다 지은 뒤의 하자, 다시 짓는 일까지. 한 단지가 겪는 일을 한 사무소에서 이어 맡습니다.',
      en: 'The promise before building, the checks during it, the defects after it, and building anew: one firm follows an estate through all of them.',
      cn: '建造之前的约定、建造之中的检查、建成之后的缺陷，直至重新建造。一个小区所经历的事，由一家律所连续承办。',
    },
    items: [
      {
        title: { ko: '건축물 하자 관리', en: 'Building defects', cn: '建筑缺陷管理' },
        text: {
          ko: '균열과 누수를 기록하고, 담보책임 기간이 끝나기 전에 청구합니다.',
          en: 'Cracks and leaks recorded, and claimed before the warranty runs out.',
          cn: '记录裂缝与渗漏，在缺陷担保责任期限届满前提出请求。',
        },
        link: '/business/building',
        picture: assetId('business/building'),
      },
      {
        title: { ko: '재개발·재건축', en: 'Redevelopment', cn: '再开发·重建' },
        text: {
          ko: '조합 설립부터 이전고시까지 자문과 소송, 등기를 한 줄로 잇습니다.',
          en: 'Advice, litigation and registration, from the association to the transfer notice.',
          cn: '从设立组合到转移公告，咨询、诉讼与登记一线贯通。',
        },
        link: '/business/renovation',
        picture: assetId('business/renovation'),
      },
      {
        title: { ko: '입주예정자협의회', en: 'Council of future residents', cn: '准住户协议会' },
        text: {
          ko: '사전방문과 계약 검토, 첫 회의의 의결까지 입주 전에 준비합니다.',
          en: 'Inspection, contracts and the first resolutions, prepared before move-in.',
          cn: '验房、合同审查与首次会议决议，在入住前准备妥当。',
        },
        link: '/business/council',
        picture: assetId('business/council'),
      },
      {
        title: { ko: '건설 엔지니어링', en: 'Construction engineering', cn: '建设工程技术' },
        text: {
          ko: '도면과 현장을 대조해 다툼의 근거를 공학의 언어로 세웁니다.',
          en: 'Drawings laid against the site: the grounds of a claim in engineering terms.',
          cn: '对照图纸与现场，用工程语言确立争议依据。',
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
    title: { ko: '일하는 태도', en: 'How we work', cn: '工作态度' },
    items: [
      {
        title: { ko: '공감', en: 'Empathy', cn: '共情' },
        text: {
          ko: '<strong>먼저 듣고, 사는 사람의 말로 옮겨 적습니다.</strong><br>법률 용어로 정리하기 전에 어느 방에 물이 새는지, 언제부터 불편했는지부터 묻습니다. 그 기록이 청구서의 첫 장이 됩니다.',
          en: '<strong>We listen first, and write it down in the words of those who live there.</strong><br>Before any term of law we ask which room leaks and since when. That record becomes the first page of the claim.',
          cn: '<strong>先倾听，再用住户自己的话记录下来。</strong><br>在整理成法律用语之前，我们先问哪个房间漏水、从何时起感到不便。这份记录就是请求书的第一页。',
        },
        picture: assetId('values/empathy'),
      },
      {
        title: { ko: '소통', en: 'Communication', cn: '沟通' },
        text: {
          ko: '<strong>진행을 숨기지 않고, 달마다 한 장으로 알립니다.</strong><br>이번 달에 한 일과 다음 기일, 남은 기간과 비용을 한 장에 적어 보냅니다. 나쁜 소식일수록 먼저 전합니다.',
          en: '<strong>Nothing about the case is kept from you: one page, every month.</strong><br>What was done, the next hearing, the time and the costs that remain. The worse the news, the sooner it comes.',
          cn: '<strong>不隐瞒进展，每月以一页纸告知。</strong><br>写明本月所办事项、下次开庭、剩余期限与费用。越是坏消息，越先告知。',
        },
        picture: assetId('values/communication'),
      },
      {
        title: { ko: '맞춤', en: 'Made to measure', cn: '量身' },
        text: {
          ko: '<strong>같은 균열이라도 단지마다 다르게 다룹니다.</strong><br>세대수와 사용검사일, 보증서와 예산이 다르면 길도 다릅니다. 소송이 답이 아닌 단지에는 그렇게 말씀드립니다.',
          en: '<strong>The same crack is a different case on another estate.</strong><br>Households, inspection date, bonds and budget decide the way. Where a lawsuit is not the answer, we say so.',
          cn: '<strong>同样的裂缝，在不同小区有不同的处理方法。</strong><br>户数、使用检查日、保证书与预算不同，路径也不同。若诉讼并非答案，我们会如实相告。',
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
      ko: '맡은 사람이\n끝까지 답합니다',
      en: 'Whoever takes your case\nsees it through',
      cn: '由承办人\n负责到底',
    },
    lead: {
      ko: '변호사 18명이 분야와 지역을 나누어 맡고, 처음 만난 변호사가 마지막 기일까지 함께합니다.',
      en: 'Eighteen lawyers share the fields and regions; the one you meet first stays with you until the last hearing.',
      cn: '18名律师按领域与地区分工，最初接待您的律师陪同至最后一次开庭。',
    },
    position: 4,
  },
  {
    page: 'home',
    kind: 'projects',
    title: { ko: '함께한 단지 15곳', en: 'Fifteen estates', cn: '共同走过的15个小区' },
    lead: {
      ko: '결과는 사건마다 다릅니다. 어떤 사실에서 출발해 무엇을 했고 어떻게 끝났는지 적었습니다.',
      en: 'Each case ends in its own way. We write down where it began, what was done and how it ended.',
      cn: '结果因案而异。这里记录从何种事实出发、做了哪些工作、结果如何。',
    },
    position: 5,
  },
  {
    page: 'home',
    kind: 'stories',
    title: { ko: '소식', en: 'News', cn: '动态' },
    lead: {
      ko: '판결과 해설, 현장의 기록과 알림을 모았습니다.',
      en: 'Rulings, guides, notes from the site and notices.',
      cn: '汇集判例、解读、现场记录与通知。',
    },
    position: 6,
  },
  {
    page: 'home',
    kind: 'offices',
    title: { ko: '네 곳에서 만납니다', en: 'Where we meet', cn: '四处办公室' },
    lead: {
      ko: '서울 두 곳과 인천, 광주에 사무소가 있습니다. 현장이 먼 단지에는 저희가 갑니다.',
      en: 'Two offices in Seoul, one each in Incheon and Gwangju. For an estate far away, we travel.',
      cn: '首尔两处，仁川、光州各一处。路途较远的小区，由我们上门。',
    },
    position: 7,
  },
]

const centerFile = join(import.meta.dirname, '../../../assets/content/pages/center.json')

/** The other pages: the introduction of the firm, from `assets/content/pages/center.json`. */
export const demoPages = async (): Promise<z.infer<typeof SectionInput>[]> => {
  const center = JSON.parse(await readFile(centerFile, 'utf8'))
  return [SectionInput.parse({ page: 'center', kind: 'blocks', picture: assetId('offices/seoul'), ...center })]
}

/** Records of an empty database (`Module.fill`). */
export const fill = async (context: Context, { isDemo }: Filling): Promise<void> => {
  if (isDemo) await insertRecords(context, sections, SectionInput, [...demoSections, ...(await demoPages())])
}
