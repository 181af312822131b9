import type { FrameData } from '#people/account/layout/frame-data.ts'
import type { AccountFrame } from '#people/account/theme/account-theme.ts'
import styles from './account-frame.module.css'
import { firstLevel } from './first-level.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import type { ShellData } from './shell-data.ts'

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
