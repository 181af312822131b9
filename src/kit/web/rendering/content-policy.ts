import { createHash } from 'node:crypto'
import type { AdmittedSources } from '../page-context.ts'

/**
 * Allowed Trusted Types policies. Public pages only insert HTML sanitized by DOMPurify. Staff screens add the editor's
 * clipboard policy and the default policy of `src/console/kit/theme/trusted-types.ts`.
 */
const publicPolicies = 'dompurify'
const staffPolicies = 'default dompurify ProseMirrorClipboard'

/** Returns the `'sha256-…'` source of an inline script or style (CSP 3, 2.3.1). */
export const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export interface PolicyParts {
  /** Our own inline scripts and styles. They are never extracted from a page's content. */
  scripts: readonly string[]
  styles: readonly string[]
  /** True for screens whose components insert style elements. */
  styledByScript: boolean
  /** True if this site shows the page in a frame (`frame-ancestors`). */
  framed: boolean
  /**
   * Additional sources to load and embed. Third-party scripts run without Trusted Types and may style their content.
   */
  admittedSources?: AdmittedSources | undefined
  /** Other servers to which the page's own scripts connect. */
  connects?: readonly string[]
}

/** Policy of a page with a third-party service: allows its scripts, and no inline scripts except ours. */
const lenientPolicy = (scripts: readonly string[], admitted: AdmittedSources): string =>
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

/** Builds the Content-Security-Policy of a page. Style attributes are allowed, style elements only by hash. */
export const contentSecurityPolicy = ({
  scripts,
  styles,
  styledByScript,
  framed,
  admittedSources,
  connects = [],
}: PolicyParts): string =>
  admittedSources
    ? lenientPolicy(scripts, admittedSources)
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
        // Console screens embed pages of this site; embedded pages have no frames themselves.
        ...(styledByScript ? [`frame-src 'self'`] : []),
        `frame-ancestors ${framed ? "'self'" : "'none'"}`,
        `require-trusted-types-for 'script'`,
        `trusted-types ${styledByScript ? staffPolicies : publicPolicies}`,
      ].join('; ')
