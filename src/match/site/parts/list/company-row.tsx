import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CompanyPlate } from '../company/company-plate.tsx'
import list from './result-list.module.css'

interface CompanyRowProps {
  to: string
  side: 'seller' | 'buyer'
  company: { name: string; line: string; summary: string }
  /** Rendered after the name. */
  badges?: ReactNode
  /** Main fact beside the company, and one below it. */
  fact: string
  note: string
}

/** Company in the list of a fair. */
export function CompanyRow({ to, side, company, badges, fact, note }: CompanyRowProps) {
  return (
    <li className={list.row}>
      <CompanyPlate name={company.name} side={side} />
      <div>
        <h2 className={list.name}>
          <Link to={to}>{company.name}</Link>
          {badges}
        </h2>
        <p className={list.line}>{company.line}</p>
        {company.summary && <p className={list.summary}>{company.summary}</p>}
      </div>
      <div className={list.aside}>
        <p>
          <b>{fact}</b>
        </p>
        <p>{note}</p>
      </div>
    </li>
  )
}
