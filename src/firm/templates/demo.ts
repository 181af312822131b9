import type { z } from 'zod'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { insertRecords } from '#kit/server/records/records.ts'
import { TemplateInput } from './contract.ts'
import { replyTemplates } from './table.ts'

/** Returns the demo templates in list order. */
export const demoTemplates = (): z.input<typeof TemplateInput>[] => [
  {
    title: '하자 진단 자료 요청',
    position: 10,
    practice: 'building',
    subject: {
      ko: '[{접수번호}] 진단에 앞서 갖출 자료를 알려 드립니다',
      en: '[{number}] Papers we need before the survey',
      cn: '[{受理编号}] 诊断前需准备的材料',
    },
    text: {
      ko: '{이름} 님, 보내 주신 내용을 검토했습니다.\n\n{건물}의 사용검사일은 {사용검사일}입니다. 아래 자료를 보내 주시면 공종별로 담보책임기간을 확인해 드리겠습니다.\n\n1. 사용검사 확인증과 설계도면\n2. 보수 요청 공문과 시공사의 회신\n3. 하자 사진과 발생 시기를 적은 목록\n\n감사합니다.\n{담당자}, {법인}',
      en: 'Dear {name},\n\nWe have read what you sent. {building} passed its use inspection on {date of use inspection}. With the papers below we can determine the liability period for each kind of work.\n\n1. Certificate of use inspection and drawings\n2. Your requests for repair and the builder’s replies\n3. Photographs of the defects and a list of when each appeared\n\nKind regards,\n{writer}, {firm}',
      cn: '{姓名}您好，\n\n我们已审阅您提交的内容。{建筑}的使用验收日期为{使用验收日期}。请提供以下材料，我们将按工程类别确认保修责任期限。\n\n1. 使用验收证明与设计图\n2. 维修请求函与施工方的回函\n3. 缺陷照片及出现时间清单\n\n{负责人}，{律所}',
    },
  },
  {
    title: '상담 일정 안내',
    position: 20,
    subject: {
      ko: '[{접수번호}] 상담 일정을 안내해 드립니다',
      en: '[{number}] Your consultation',
      cn: '[{受理编号}] 咨询安排',
    },
    text: {
      ko: '{이름} 님, 안녕하십니까.\n\n신청하신 상담은 {상담 일시}에 {사무소}에서 진행합니다. 일정을 바꾸시려면 이 메일에 회신해 주십시오.\n\n감사합니다.\n{담당자}, {법인}',
      en: 'Dear {name},\n\nYour consultation is on {date and time}, at {office}. If another time suits you better, please reply to this email.\n\nKind regards,\n{writer}, {firm}',
      cn: '{姓名}您好，\n\n您申请的咨询安排在{日期与时间}，地点为{事务所}。如需更改时间，请回复本邮件。\n\n{负责人}，{律所}',
    },
  },
  {
    title: '수임할 수 없는 사건',
    position: 30,
    subject: {
      ko: '[{접수번호}] 보내 주신 상담 신청에 답변드립니다',
      en: '[{number}] Our answer to your request',
      cn: '[{受理编号}] 关于您的咨询申请',
    },
    text: {
      ko: '{이름} 님, 보내 주신 내용을 검토했습니다.\n\n죄송하지만 저희가 맡기 어려운 사안으로 판단했습니다. 가까운 법률구조공단(국번 없이 132)에서 무료 상담을 받으실 수 있습니다.\n\n감사합니다.\n{담당자}, {법인}',
      en: 'Dear {name},\n\nWe have read what you sent. We regret that we cannot take on this matter. The Korea Legal Aid Corporation (telephone 132) gives advice free of charge.\n\nKind regards,\n{writer}, {firm}',
      cn: '{姓名}您好，\n\n我们已审阅您提交的内容。很抱歉，此事我们无法受理。您可拨打132向大韩法律救助公团免费咨询。\n\n{负责人}，{律所}',
    },
  },
]

/** Seeds an empty database (`Module.fill`). */
export const seed = async (context: Context, { isDemo }: SeedContext): Promise<void> => {
  if (isDemo) await insertRecords(context, replyTemplates, TemplateInput, demoTemplates())
}
