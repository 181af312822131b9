import { createHash } from 'node:crypto'
import type { Admitted } from './context.ts'

/**
 * Trusted Types policies in use. Public pages put no HTML into the document but what DOMPurify has made. Staff screens add
 * the editor's clipboard and the default policy of `src/console/trusted-types.ts`.
 */
const publicPolicies = 'dompurify'
const staffPolicies = 'default dompurify ProseMirrorClipboard'

/** `'sha256-…'` source of an inline script or style (CSP 3, 2.3.1). */
export const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export interface PolicyParts {
  /** Inline scripts and styles of our own making. What a page contains is never searched for them. */
  scripts: readonly string[]
  styles: readonly string[]
  /** Screens whose components put style elements into the page. */
  styledByScript: boolean
  /** A page that this site itself shows in a frame (`frame-ancestors`). */
  framed: boolean
  /** What else it may load and show. Scripts of others work without Trusted Types, and style what they show. */
  admitted?: Admitted | undefined
  /** Other servers that its own scripts talk to. */
  connects?: readonly string[]
}

/** Of a page that somebody else's service works in: its scripts run, and nothing inline but ours. */
const lenientPolicy = (scripts: readonly string[], admitted: Admitted): string =>
  [
    `default-src 'none'`,
    `script-src 'self' ${[...scripts.map(hashSource), ...admitted.script].join(' ')}`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob: https:`,
    `font-src 'self' https: data:`,
    `connect-src ${["'self'", ...admitted.connect].join(' ')}`,
    `frame-src ${["'self'", ...admitted.frame].join(' ')}`,
    `form-action ${["'self'", ...admitted.frame].join(' ')}`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `base-uri 'none'`,
    `object-src 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')

/** The Content-Security-Policy of a page. Style attributes are allowed, style elements by hash only. */
export const contentSecurityPolicy = ({
  scripts,
  styles,
  styledByScript,
  framed,
  admitted,
  connects = [],
}: PolicyParts): string =>
  admitted
    ? lenientPolicy(scripts, admitted)
    : [
        `default-src 'none'`,
        `script-src 'self' ${scripts.map(hashSource).join(' ')}`.trim(),
        styledByScript
          ? `style-src 'self' 'unsafe-inline'`
          : `style-src 'self' ${styles.map(hashSource).join(' ')}`.trim(),
        `style-src-attr 'unsafe-inline'`,
        `img-src 'self' data: blob:`,
        `media-src 'self' blob:`,
        `font-src 'self'`,
        `connect-src ${["'self'", ...connects].join(' ')}`,
        `manifest-src 'self'`,
        `worker-src 'self'`,
        `form-action 'self'`,
        `base-uri 'none'`,
        `object-src 'none'`,
        // Console screens frame pages of this site, and those frame nothing.
        ...(styledByScript ? [`frame-src 'self'`] : []),
        `frame-ancestors ${framed ? "'self'" : "'none'"}`,
        `require-trusted-types-for 'script'`,
        `trusted-types ${styledByScript ? staffPolicies : publicPolicies}`,
      ].join('; ')
