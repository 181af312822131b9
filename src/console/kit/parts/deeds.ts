import { m } from '#messages/messages.js'

/** Kinds of records, as the log names them. */
export const entities: Record<string, () => string> = {
  boards: m.audit_entity_boards,
  popups: m.shell_place_popups,
  banners: m.shell_place_banners,
  lawyers: m.shell_place_lawyers,
  practices: m.shell_place_practices,
  offices: m.shell_place_offices,
  pages: m.shell_place_pages,
  setting: m.shell_place_setting,
  media: m.shell_place_media,
  users: m.audit_entity_users,
  files: m.audit_entity_files,
  messages: m.audit_entity_messages,
  forms: m.forms_title,
  comments: m.comments_title,
}

const actions: Record<string, () => string> = {
  login: m.audit_did_login,
  logout: m.audit_did_logout,
  create: m.audit_did_create,
  update: m.audit_did_update,
  remove: m.audit_did_remove,
  publish: m.audit_did_publish,
  draft: m.draft_did_save,
  discard: m.draft_did_discard,
  hide: m.audit_did_hide,
  trash: m.audit_did_trash,
  restore: m.audit_did_restore,
  destroy: m.audit_did_destroy,
  upload: m.audit_did_upload,
  password: m.audit_did_password,
  resend: m.audit_did_resend,
  read: m.forms_did_read,
  note: m.forms_did_note,
  answer: m.forms_did_answer,
  download: m.forms_did_download,
}

export const entityName = (entity: string): string => entities[entity]?.() ?? entity
export const actionName = (action: string): string => actions[action]?.() ?? action
