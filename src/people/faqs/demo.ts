import type { z } from 'zod'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { insertRecords } from '#kit/server/records/records.ts'
import { FaqInput } from './contract.ts'
import { faqs } from './table.ts'

type Faq = z.input<typeof FaqInput>

/** About three questions per type, in order. */
export const demoFaqs: Faq[] = [
  {
    type: 'inquiry',
    question: { ko: '상담은 어떻게 신청하나요?', en: 'How do I ask for a consultation?', cn: '如何申请咨询？' },
    answer: {
      ko: '<p>상담 신청 페이지에서 내용을 작성하시거나 대표전화로 연락해 주시면 됩니다. 접수되면 접수 번호를 알려 드립니다.</p>',
      en: '<p>Fill in the consultation form or call our main number. You receive a number with which you can follow your request.</p>',
      cn: '<p>请填写咨询申请表或拨打代表电话。受理后会告知您受理编号。</p>',
    },
  },
  {
    type: 'inquiry',
    question: {
      ko: '문의에 대한 답변은 언제 받을 수 있나요?',
      en: 'When will my question be answered?',
      cn: '多久能收到答复？',
    },
    answer: {
      ko: '<p>1:1 문의는 영업일 기준 하루 안에 답변하는 것을 원칙으로 합니다. 답변이 등록되면 이메일로 알려 드립니다.</p>',
      en: '<p>As a rule within one working day. We tell you by email when there is an answer.</p>',
      cn: '<p>原则上在一个工作日内答复。答复登记后会通过电子邮件通知您。</p>',
    },
  },
  {
    type: 'inquiry',
    question: {
      ko: '문의에 파일을 첨부할 수 있나요?',
      en: 'Can I attach files to a question?',
      cn: '咨询时可以添加附件吗？',
    },
    answer: {
      ko: '<p>사진, 동영상, 문서를 한 번에 10개까지, 하나에 50MB까지 첨부하실 수 있습니다. 첨부 파일은 본인과 담당자만 열람합니다.</p>',
      en: '<p>Up to ten pictures, videos or documents at a time, 50 MB each. Only you and our staff can open them.</p>',
      cn: '<p>每次最多可添加10个图片、视频或文档，每个不超过50MB。附件仅供本人和负责人员查看。</p>',
    },
  },
  {
    type: 'website',
    question: { ko: '로그인이 자주 끊깁니다.', en: 'I am signed out often.', cn: '登录经常中断。' },
    answer: {
      ko: '<p>브라우저를 모두 닫으면 로그아웃됩니다. 창을 닫지 않았는데도 반복된다면 사용하신 브라우저와 시각을 1:1 문의로 알려 주시기 바랍니다.</p>',
      en: '<p>Closing all windows of the browser signs you out. If it happens with a window open, please tell us the browser and the time.</p>',
      cn: '<p>关闭所有浏览器窗口后将退出登录。若窗口未关闭仍反复出现，请通过一对一咨询告知浏览器和时间。</p>',
    },
  },
  {
    type: 'website',
    question: {
      ko: '아이디나 비밀번호를 잊었습니다.',
      en: 'I have forgotten my ID or password.',
      cn: '忘记了账号或密码。',
    },
    answer: {
      ko: '<p>로그인 페이지의 아이디·비밀번호 찾기에서 가입하신 연락처로 확인하실 수 있습니다. 비밀번호 재설정 링크는 30분 동안 유효합니다.</p>',
      en: '<p>Use the recovery page at the log-in with the contact you joined with. A link to set a new password is valid for 30 minutes.</p>',
      cn: '<p>请在登录页面的找回功能中使用注册时的联系方式确认。重置密码的链接在30分钟内有效。</p>',
    },
  },
  {
    type: 'personal',
    question: {
      ko: '제 개인정보는 언제까지 보관되나요?',
      en: 'How long do you keep my data?',
      cn: '我的个人信息保存多久？',
    },
    answer: {
      ko: '<p>회원 정보는 탈퇴하시면 바로 파기합니다. 다만 법령에서 보관하도록 정한 기록은 그 기간 동안 따로 보관한 뒤 파기합니다.</p>',
      en: '<p>Data of members are destroyed when they leave. Records that the law requires us to keep are kept apart for that time and destroyed afterwards.</p>',
      cn: '<p>会员退出后，会员信息立即销毁。法律规定须保存的记录将另行保存至期限届满后销毁。</p>',
    },
  },
  {
    type: 'personal',
    question: {
      ko: '동의한 내용은 어디에서 확인하나요?',
      en: 'Where do I see what I agreed to?',
      cn: '在哪里查看我同意的内容？',
    },
    answer: {
      ko: '<p>내 정보의 동의 내역에서 동의하신 날짜와 그때의 약관을 확인하고, 선택 동의를 철회하실 수 있습니다.</p>',
      en: '<p>My page shows when you agreed to which version. Optional consents can be withdrawn there.</p>',
      cn: '<p>可在我的页面的同意记录中查看同意日期及当时的条款，并可撤回选择性同意。</p>',
    },
  },
  {
    type: 'other',
    question: {
      ko: '사무소 방문 시 주차가 가능한가요?',
      en: 'Is there parking at your offices?',
      cn: '到访办公室可以停车吗？',
    },
    answer: {
      ko: '<p>사무소마다 다릅니다. 오시는 길 페이지에서 사무소별 주차 안내를 확인해 주시기 바랍니다.</p>',
      en: '<p>It differs from office to office. Please see the page of the office you are going to visit.</p>',
      cn: '<p>各办公室情况不同，请在联系我们页面查看各办公室的停车指引。</p>',
    },
  },
]

/** Seeds an empty database (`Module.fill`). */
export const seed = async (context: Context, { isDemo }: SeedContext): Promise<void> => {
  if (!isDemo) return
  const placed = demoFaqs.map((faq, index) => ({ ...faq, position: index + 1 }))
  await insertRecords(context, faqs, FaqInput, placed)
}
