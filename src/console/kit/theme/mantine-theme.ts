import {
  ActionIcon,
  Button,
  Checkbox,
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  Input,
  Menu,
  Modal,
  Popover,
  Radio,
  SegmentedControl,
  Switch,
  Tabs,
  Tooltip,
  virtualColor,
} from '@mantine/core'

/** Ten shades from light to dark; index 4 is used on dark background, index 6 on light (`primaryShade`). */
const bronze = [
  '#fbf7f0',
  '#f8f1e6',
  '#e6d3b3',
  '#d8b987',
  '#c99b5b',
  '#a9793f',
  '#8a5f2b',
  '#734f23',
  '#5b3e1c',
  '#433015',
] as const
const ink = [
  '#eef1f3',
  '#d5dbe0',
  '#aab5be',
  '#7e8a94',
  '#4a5661',
  '#2b3c4a',
  '#14222e',
  '#1d3445',
  '#0f1a23',
  '#0a1218',
] as const
const paper = [
  '#ffffff',
  '#fdfcfa',
  '#faf9f6',
  '#f3f1ec',
  '#e8e3d9',
  '#ffffff',
  '#d3ccc0',
  '#b9b1a4',
  '#958d80',
  '#6f685d',
] as const
/** Mantine takes inputs, menus and lines of the dark scheme from this tuple; its default is a neutral grey. */
const dark = [
  '#e8e3d9',
  '#a7b0b7',
  '#8b96a0',
  '#8b96a0',
  '#334452',
  '#243340',
  '#1b2934',
  '#15212b',
  '#13202a',
  '#0a1218',
] as const
const clay = [
  '#faefeb',
  '#f3dcd4',
  '#e8bfb2',
  '#e8a493',
  '#e39580',
  '#bb6a55',
  '#9c4a36',
  '#843d2c',
  '#6b3123',
  '#52251a',
] as const

/** Mantine's own rule overrides heights set by class, so inputs get them as variables. */
const inputVars = {
  '--input-height': 'var(--c-control)',
  '--input-fz': 'var(--c-input)',
  '--input-padding': '10px',
}

/** Mantine renders a dialog's title bar as `header`, which would count as a second banner outside `main`. */
const noBanner = { header: { role: 'presentation' } }

export const theme = createTheme({
  colors: { bronze, ink, paper, dark, clay, action: virtualColor({ name: 'action', light: 'ink', dark: 'paper' }) },
  primaryColor: 'bronze',
  primaryShade: { light: 6, dark: 4 },
  autoContrast: true,
  black: '#14222e',
  white: '#ffffff',
  defaultRadius: 3,
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily: 'var(--c-font)',
  headings: { fontFamily: 'var(--c-serif)', fontWeight: '600' },
  fontSizes: {
    xs: 'var(--c-meta)',
    sm: 'var(--c-base)',
    md: 'var(--c-input)',
    lg: '0.9375rem',
    xl: 'var(--c-title)',
  },
  lineHeights: { xs: '1.5', sm: '1.54', md: '1.43', lg: '1.47', xl: '1.4' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  breakpoints: { xs: '30em', sm: '48em', md: '62em', lg: '75em', xl: '96.5em' },
  shadows: { xs: 'none', sm: 'var(--c-shadow)', md: 'var(--c-shadow)', lg: 'var(--c-shadow)', xl: 'var(--c-shadow)' },
  components: {
    Input: Input.extend({ vars: () => ({ wrapper: inputVars }) }),
    InputWrapper: Input.Wrapper.extend({
      defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] },
    }),
    Button: Button.extend({
      defaultProps: { variant: 'default' },
      vars: (_, { size }) => ({
        root: {
          '--button-height': size === 'xs' ? 'var(--c-chip)' : 'var(--c-control)',
          '--button-padding-x': size === 'xs' ? '8px' : '12px',
          '--button-fz': 'var(--c-base)',
        },
      }),
    }),
    ActionIcon: ActionIcon.extend({
      defaultProps: { variant: 'subtle', color: 'gray' },
      vars: () => ({ root: { '--ai-color': 'var(--c-text-second)', '--ai-hover': 'var(--c-pane-hover)' } }),
    }),
    Checkbox: Checkbox.extend({ defaultProps: { radius: 2, size: 'xs' } }),
    Radio: Radio.extend({ defaultProps: { size: 'xs' } }),
    Switch: Switch.extend({ defaultProps: { withThumbIndicator: false } }),
    SegmentedControl: SegmentedControl.extend({ defaultProps: { transitionDuration: 120 } }),
    Tabs: Tabs.extend({ defaultProps: { activateTabWithKeyboard: false } }),
    Tooltip: Tooltip.extend({ defaultProps: { withArrow: false, openDelay: 300, transitionProps: { duration: 120 } } }),
    Menu: Menu.extend({
      defaultProps: { radius: 4, shadow: 'md', transitionProps: { duration: 180, transition: 'fade' } },
    }),
    Popover: Popover.extend({
      defaultProps: { radius: 4, shadow: 'md', transitionProps: { duration: 180, transition: 'fade' } },
    }),
    // Above the rail (210), which is above the pane opened beside it (200).
    Modal: Modal.extend({
      defaultProps: {
        radius: 4,
        centered: true,
        zIndex: 220,
        transitionProps: { duration: 180, transition: 'fade' },
        attributes: noBanner,
      },
    }),
    Drawer: Drawer.extend({
      defaultProps: {
        position: 'right',
        size: 400,
        zIndex: 220,
        transitionProps: { duration: 180 },
        attributes: noBanner,
      },
    }),
  },
})

/** Points Mantine's semantic variables to our tokens, so that one file defines every color of both schemes. */
export const cssVariables: CSSVariablesResolver = () => {
  const both = {
    '--mantine-color-body': 'var(--c-sheet)',
    '--mantine-color-text': 'var(--c-text)',
    '--mantine-color-bright': 'var(--c-text)',
    '--mantine-color-dimmed': 'var(--c-text-third)',
    '--mantine-color-placeholder': 'var(--c-text-third)',
    '--mantine-color-anchor': 'var(--c-accent)',
    '--mantine-color-error': 'var(--c-error)',
    '--mantine-color-default': 'var(--c-sheet)',
    '--mantine-color-default-hover': 'var(--c-tint)',
    '--mantine-color-default-color': 'var(--c-text)',
    '--mantine-color-default-border': 'var(--c-line-strong)',
    '--mantine-color-disabled': 'var(--c-tint)',
    '--mantine-color-disabled-color': 'var(--c-text-third)',
    '--mantine-color-disabled-border': 'var(--c-line-strong)',
  }
  return { variables: {}, light: both, dark: both }
}
