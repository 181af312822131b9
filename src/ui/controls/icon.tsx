import styles from './icon.module.css'

/** 24 × 24 grid, stroke 1.5. */
const paths = {
  'arrow-left': 'M20 12H4m6-6-6 6 6 6',
  'arrow-right': 'M4 12h16m-6-6 6 6-6 6',
  'arrow-up': 'M12 20V5m-6 6 6-6 6 6',
  'chevron-down': 'm6 9 6 6 6-6',
  close: 'M5 5l14 14M19 5 5 19',
  menu: 'M3 6.5h18M3 12h18M3 17.5h18',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm4.8 11.3L20.5 20.5',
  phone:
    'M8.3 3.8 5.6 4.6C4.7 4.9 4 5.7 4.1 6.7c.7 6.9 6.2 12.5 13.1 13.2 1 .1 1.9-.5 2.2-1.5l.8-2.6-4.6-2.3-1.9 1.9c-2.2-1.1-4-2.9-5.1-5.1l1.9-1.9Z',
  chat: 'M4 4.5h16v12h-9.5L6 20.5v-4H4Z',
  write: 'M4 20v-4L15.5 4.5l4 4L8 20Zm9-13 4 4',
  copy: 'M8.5 8.5h11v11h-11ZM15.5 8.5v-4h-11v11h4',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.6-3.6a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.6 3.6a4 4 0 0 0 5.7 5.7l1.6-1.6',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7Z',
  share: 'M12 15V4m-4 4 4-4 4 4M6 12v8h12v-8',
  download: 'M12 4v11m-5-5 5 5 5-5M5 20h14',
  check: 'm4.5 12.5 5 5 10-11',
  warning: 'M12 4 2.5 20h19ZM12 10v4.5m0 2.6v.4',
  file: 'M6.5 3.5h7l4.5 4.5v12.5h-11.5ZM13 3.5v5h5',
  globe: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM3.5 12h17M12 3.5c3 3 3 14 0 17-3-3-3-14 0-17Z',
  pause: 'M9 6v12M15 6v12',
  play: 'M8 5.5v13l10.5-6.5Z',
  calendar: 'M4 6h16v14H4ZM4 10.5h16M8.5 3.5v5m7-5v5',
  pin: 'M12 21s6.5-6 6.5-11a6.5 6.5 0 0 0-13 0C5.5 15 12 21 12 21Zm0-8.6a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8Z',
  table: 'M3 6.5h18M6 6.5V20m12-13.5V20M3 6.5v4m18-4v4M6 14h12',
  lock: 'M6 10.5h12v9.5H6Zm2.5 0V8a3.5 3.5 0 0 1 7 0v2.5',
  bell: 'M6 17.5h12l-1.5-2.5v-4.5a4.5 4.5 0 0 0-9 0V15ZM10 20.5h4M12 6V4',
  bag: 'M5 8.5h14l-1 12H6ZM9 8.5V7a3 3 0 0 1 6 0v1.5',
  plus: 'M12 5v14M5 12h14',
  closer: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm4.8 11.3L20.5 20.5M10.5 7.5v6m-3-3h6',
  ruler: 'M3 8.5h18v7H3Zm4.5 0V12m4.5-3.5V12m4.5-3.5V12',
  bench: 'M3 9h18M5.5 9v8m13-8v8',
  filter: 'M4 5h16l-6.5 8v6l-3-1.5V13Z',
  star: 'm12 4.5 2.3 4.9 5.2.7-3.8 3.7.9 5.3-4.6-2.6-4.6 2.6.9-5.3-3.8-3.7 5.2-.7Z',
  truck:
    'M3 6.5h11v10H3Zm11 4h4l3 3v3h-7M7 16.5a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6Zm10 0a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6Z',
  home: 'M4 11.5 12 4.5l8 7M6 10v10h4.5v-6h3v6H18V10',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.5c.5-4 3.5-6 7.5-6s7 2 7.5 6',
  again: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3l2.2 2.3m0-5v5h-5',
  qr: 'M4 4h6v6H4Zm10 0h6v6h-6ZM4 14h6v6H4Zm10 0h2.5v2.5M20 14v3m-6 3h2m4-.5V20h-1',
  video: 'M3.5 6.5h12v11h-12Zm12 4.5 5-3v8l-5-3',
} as const

export type IconName = keyof typeof paths
export const iconNames = Object.keys(paths) as IconName[]

/** Decorative icon beside text or inside a labeled control; has no accessible name. */
export function Icon({ name, small = false }: { name: IconName; small?: boolean }) {
  return (
    <svg className={small ? styles.small : styles.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}
