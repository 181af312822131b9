import { fieldMessages } from '#kit/issue-messages.ts'
import type { ImportDefinition } from '#kit/spreadsheet/import-definition.ts'
import { m } from '#messages/messages.js'
import { maxImportedRows, type SheetColumn } from './rules.ts'

fieldMessages({ member_sheet_long: m.users_field_sheet_long })

/** Import of members; the export of members has the same columns. */
export const memberImport: ImportDefinition<SheetColumn> = {
  columns: {
    username: {
      heading: m.users_username,
      synonyms: ['ID', '로그인 아이디', '계정', 'login', 'account', '账号', '登录名'],
      isRequired: true,
      example: 'user01',
    },
    name: {
      heading: m.users_name,
      synonyms: ['성명', '성함', '회원명', 'full name', '名字'],
      isRequired: true,
      example: m.users_import_sample,
    },
    kind: { heading: m.users_kind, synonyms: ['회원 유형', '구분', '회원 구분', 'kind', 'type'], example: 'PERSON' },
    email: {
      heading: m.users_email,
      synonyms: ['이메일', '메일', '이메일 주소', '전자우편', 'e-mail', 'mail', '电子邮箱'],
      example: 'user01@daecheong.example',
    },
    phone: {
      heading: m.users_phone,
      synonyms: [
        '휴대전화',
        '휴대폰',
        '휴대폰 번호',
        '핸드폰',
        '연락처',
        '전화',
        'mobile',
        'tel',
        'telephone',
        '手机号',
        '电话',
      ],
      example: '010-0000-0000',
    },
    level: { heading: m.users_level, synonyms: ['회원 등급', 'level', 'grade'], example: 'member' },
    locale: { heading: m.users_locale, synonyms: ['사용 언어', 'language'], example: 'ko' },
    company: {
      heading: m.users_company,
      synonyms: ['회사', '기업명', '상호', '업체명', '법인명', 'company name', '企业名称', '公司名称'],
    },
    ceo: { heading: m.users_ceo, synonyms: ['대표', '대표자명', '대표이사', 'representative', '法人代表'] },
    businessNumber: {
      heading: m.users_business_number,
      synonyms: ['사업자번호', '사업자 등록 번호', 'business registration number', '营业执照号'],
    },
    category: { heading: m.users_category, synonyms: ['업태', '업종/업태', 'industry', '业务'] },
    address: { heading: m.users_address, synonyms: ['사업장 주소', '소재지', '회사 주소'] },
  },
  maxRows: maxImportedRows,
  tooLong: 'member_sheet_long',
}
