import type { ReactNode } from 'react'

interface FactsProps {
  facts: readonly (readonly [label: string, text: ReactNode])[]
  className?: string | undefined
}

/** Description list; omits empty values. */
export function FactList({ facts, className }: FactsProps) {
  return (
    <dl className={className}>
      {facts
        .filter(([, text]) => text)
        .map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
    </dl>
  )
}
