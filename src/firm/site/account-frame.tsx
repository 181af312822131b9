import type { FrameData } from '#people/account/layout/frame-data.ts'
import type { AccountFrame } from '#people/account/theme/account-theme.ts'
import styles from './account-frame.module.css'
import { Header } from './header/firm-header.tsx'
import { firstLevel } from './header/top-level-menu.ts'
import { Footer } from './layout/firm-footer.tsx'
import type { ShellData } from './layout/load-layout.ts'

/** Top-level menu without panels, so that no record is loaded. */
const shellOf = ({ setting, year }: FrameData): ShellData => ({
  setting,
  menu: setting.modules.firm ? Object.values(firstLevel()).map((place) => ({ ...place, items: [] })) : [],
  offices: [],
  year,
})

/** Header and footer of account pages in the firm's theme. */
export const accountFrame: AccountFrame = {
  name: 'firm',
  Header: ({ frame }) => (
    <div className={styles.head}>
      <Header shell={shellOf(frame)} />
    </div>
  ),
  Footer: ({ frame }) => <Footer shell={shellOf(frame)} />,
}
