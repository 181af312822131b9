import type { z } from 'zod'
import { assetId } from '#kit/files/assets.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { insertRecords } from '#kit/server/records/records.ts'
import { NotificationInput } from './contract.ts'
import { notifications } from './table.ts'

type Notification = z.input<typeof NotificationInput>

const day = 24 * 3_600_000
const ago = (now: Date, days: number) => new Date(now.getTime() - days * day).toISOString()

/** Notices of the last months, newest first; one is pinned and one starts in a week. */
export const demoNotifications = (now: Date): Notification[] => [
  {
    category: 'terms',
    pinned: true,
    startAt: ago(now, 40),
    title: {
      ko: '개인정보 처리방침 개정 안내',
      en: 'Changes to the privacy policy',
      cn: '隐私政策修订通知',
    },
    body: {
      ko: '<p>개인정보 처리방침이 개정되었습니다. 개정된 내용은 이용약관 페이지에서 이전 버전과 함께 확인하실 수 있습니다.</p><p>궁금한 점은 1:1 문의로 보내 주시기 바랍니다.</p>',
      en: '<p>The privacy policy has been revised. You can read it, with the earlier versions, on the page of our terms.</p><p>If you have questions, please send them to us from the customer centre.</p>',
      cn: '<p>隐私政策已修订。您可以在条款页面查看修订内容及以往版本。</p><p>如有疑问，请通过一对一咨询联系我们。</p>',
    },
  },
  {
    category: 'maintenance',
    startAt: ago(now, 2),
    endAt: new Date(now.getTime() + 30 * day).toISOString(),
    title: {
      ko: '정기 점검에 따른 서비스 일시 중단 안내',
      en: 'Scheduled maintenance',
      cn: '定期维护期间暂停服务通知',
    },
    body: {
      ko: '<p>매월 마지막 일요일 오전 2시부터 30분 동안 점검이 진행됩니다. 점검 중에 접수된 문의는 저장된 후 처리됩니다.</p>',
      en: '<p>On the last Sunday of each month the service is maintained for 30 minutes from 2 a.m. Questions sent in the meantime are saved and answered afterwards.</p>',
      cn: '<p>每月最后一个周日凌晨2点起进行30分钟维护。维护期间提交的咨询会被保存，之后予以处理。</p>',
    },
  },
  {
    category: 'general',
    startAt: ago(now, 12),
    title: { ko: '연말연시 사무소 운영 안내', en: 'Office hours over the New Year', cn: '年末年初办公时间安排' },
    body: {
      ko: '<p>12월 31일과 1월 1일은 모든 사무소가 휴무입니다. 긴급한 사안은 대표전화로 연락해 주시기 바랍니다.</p>',
      en: '<p>All offices are closed on 31 December and 1 January. In urgent matters please call our main number.</p>',
      cn: '<p>12月31日和1月1日各办公室均休息。如有紧急事项，请拨打代表电话。</p>',
    },
  },
  {
    category: 'event',
    startAt: ago(now, 20),
    title: {
      ko: '입주자대표회의 대상 하자 설명회 개최',
      en: 'A briefing on defects for residents’ representative meetings',
      cn: '面向业主委员会的缺陷说明会',
    },
    body: {
      ko: '<p>공용부분 하자의 기록 방법과 청구 절차를 설명하는 자리를 마련하였습니다. 참가를 원하시는 단체는 1:1 문의로 신청해 주시기 바랍니다.</p>',
      en: '<p>We explain how defects in common areas are recorded and claimed. Meetings that would like to take part can apply by a question to the customer centre.</p>',
      cn: '<p>说明会将介绍共用部分缺陷的记录方法与索赔程序。希望参加的团体请通过一对一咨询报名。</p>',
    },
  },
  {
    category: 'general',
    startAt: ago(now, 33),
    title: { ko: '회원 서비스 개시 안내', en: 'Member services have started', cn: '会员服务上线通知' },
    body: {
      ko: '<p>회원으로 가입하시면 문의 내역과 답변을 한곳에서 확인하실 수 있습니다.</p>',
      en: '<p>As a member you find your questions and our answers in one place.</p>',
      cn: '<p>注册会员后，可集中查看您的咨询记录与答复。</p>',
    },
  },
  {
    category: 'general',
    startAt: ago(now, 61),
    title: { ko: '인천 사무소 주차 안내', en: 'Parking at the Incheon office', cn: '仁川办公室停车指引' },
    body: {
      ko: '<p>건물 지하 주차장을 이용하실 수 있습니다. 방문 시 안내 데스크에서 주차 등록을 해 주시기 바랍니다.</p>',
    },
  },
  {
    category: 'event',
    startAt: new Date(now.getTime() + 7 * day).toISOString(),
    title: { ko: '신년 설명회 일정 안내', en: 'Briefings in the new year', cn: '新年说明会日程' },
    body: { ko: '<p>신년 설명회 일정은 이 페이지에서 안내합니다.</p>' },
  },
]

/** Seeds an empty database (`Module.fill`); the pinned notice has the same id in every demo. */
export const seed = async (context: Context, { isDemo }: SeedContext): Promise<void> => {
  if (!isDemo) return
  const records = demoNotifications(context.now())
  const ids = records.map(({ pinned }) => (pinned ? assetId('notifications/privacy') : context.newId()))
  await insertRecords(context, notifications, NotificationInput, records, ids)
}
