import type { FrameData } from '#people/account/layout/frame-data.ts'
import type { AccountFrame } from '#people/account/theme/account-theme.ts'
import styles from './account-frame.module.css'
import { FirmHeader } from './header/firm-header.tsx'
import { getTopLevelMenu } from './header/top-level-menu.ts'
import { FirmFooter } from './layout/firm-footer.tsx'
import type { LayoutData } from './layout/load-layout.ts'

/** Top-level menu without panels, so that no record is loaded. */
const toLayoutData = ({ setting, year }: FrameData): LayoutData => ({
  setting,
  menu: setting.modules.firm ? Object.values(getTopLevelMenu()).map((entry) => ({ ...entry, items: [] })) : [],
  offices: [],
  year,
})

/** Header and footer of account pages in the firm's theme. */
export const accountFrame: AccountFrame = {
  name: 'firm',
  Header: ({ frame }) => (
    <div className={styles.head}>
      <FirmHeader shell={toLayoutData(frame)} />
    </div>
  ),
  Footer: ({ frame }) => <FirmFooter shell={toLayoutData(frame)} />,
}
