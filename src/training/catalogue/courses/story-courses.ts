import type { Story } from '../../../platform/story.ts'
import type { ValidityBasis } from './courses.rules.ts'

type SkillName = keyof Story['skills']
/** Description, default start, hours, and what differs from a component on the same day for everyone. */
type Part = [string, string, number, { after?: number; optional?: boolean }?]

export interface ToldCourse {
  id: number
  description: string
  code: string
  online?: boolean
  active?: boolean
  max_count: number
  validity_months: number | null
  validity_basis?: ValidityBasis
  /** Years after which it is taken again, where that is not when its certificate ends. */
  repeat_after?: number
  refresher: number | null
  skills: SkillName[]
  parts: Part[]
}

/** What this opleider gives; validities follow the schemes (NIBHV one year, Het Oranje Kruis two, VCA ten). */
export const COURSES: ToldCourse[] = [
  {
    id: 1,
    description: 'BHV basis',
    code: 'BHV-B',
    max_count: 14,
    validity_months: 12,
    refresher: 2,
    skills: ['bhv'],
    parts: [
      ['Theorie BHV', '08:30', 7.5],
      ['Praktijk BHV', '08:30', 7.5, { after: 7 }],
    ],
  },
  {
    id: 2,
    description: 'BHV herhaling',
    code: 'BHV-H',
    max_count: 14,
    validity_months: 12,
    refresher: 2,
    skills: ['bhv'],
    parts: [['Herhaling BHV', '08:30', 7.5]],
  },
  {
    id: 3,
    description: 'EHBO basis',
    code: 'EHBO-B',
    max_count: 12,
    validity_months: 24,
    validity_basis: 'previous_expiry',
    refresher: 9,
    skills: ['ehbo'],
    parts: [
      ['Eerste hulp bij letsel', '09:00', 7],
      ['Reanimatie en AED', '09:00', 7, { after: 7 }],
      ['Examen Eerste Hulp', '13:00', 3, { after: 7 }],
    ],
  },
  {
    id: 4,
    description: 'VCA Basis',
    code: 'B-VCA',
    max_count: 16,
    validity_months: 120,
    refresher: null,
    skills: ['vca'],
    parts: [
      ['Cursus VCA Basis', '08:30', 7],
      ['Examen VCA Basis', '15:45', 1.25, { optional: true }],
    ],
  },
  {
    id: 5,
    description: 'Heftruck',
    code: 'HEFT',
    max_count: 10,
    validity_months: 60,
    refresher: 10,
    skills: ['forklift'],
    parts: [
      ['Theorie heftruck', '08:00', 4],
      ['Praktijk heftruck', '12:45', 4],
    ],
  },
  {
    id: 6,
    description: 'NEN 3140 VOP',
    code: 'NEN-VOP',
    max_count: 12,
    validity_months: 36,
    refresher: 6,
    skills: ['electricity'],
    parts: [['Voldoende onderricht persoon', '09:00', 7]],
  },
  {
    id: 7,
    description: 'Reanimatie en AED',
    code: 'BLS-AED',
    max_count: 12,
    validity_months: null,
    repeat_after: 1,
    refresher: 7,
    skills: ['ehbo'],
    parts: [['Reanimatie en AED', '18:30', 3]],
  },
  {
    id: 8,
    description: 'Code 95 rij- en rusttijden',
    code: 'C95-RR',
    online: true,
    max_count: 20,
    validity_months: 60,
    refresher: 8,
    skills: [],
    parts: [['Online les rij- en rusttijden', '18:30', 3]],
  },
  {
    id: 9,
    description: 'EHBO herhaling',
    code: 'EHBO-H',
    max_count: 12,
    validity_months: 24,
    validity_basis: 'previous_expiry',
    refresher: 9,
    skills: ['ehbo'],
    parts: [['Herhaling Eerste Hulp', '09:00', 6]],
  },
  {
    id: 10,
    description: 'Heftruck herhaling',
    code: 'HEFT-H',
    max_count: 8,
    validity_months: 60,
    refresher: 10,
    skills: ['forklift'],
    parts: [['Herhaling heftruck', '08:00', 4]],
  },
  {
    id: 11,
    description: 'VCA VOL',
    code: 'VOL-VCA',
    max_count: 16,
    validity_months: 120,
    refresher: null,
    skills: ['vca'],
    parts: [
      ['Cursus VCA VOL, dag 1', '08:30', 7],
      ['Cursus VCA VOL, dag 2', '08:30', 5, { after: 1 }],
      ['Examen VCA VOL', '14:00', 1.75, { optional: true }],
    ],
  },
  {
    id: 12,
    description: 'BHV ploegleider',
    code: 'BHV-PL',
    max_count: 10,
    validity_months: 12,
    refresher: 12,
    skills: ['bhv'],
    parts: [['Ploegleider BHV', '08:30', 7.5]],
  },
  {
    id: 13,
    description: 'Eerste Hulp aan kinderen',
    code: 'EHK',
    max_count: 12,
    validity_months: 24,
    validity_basis: 'previous_expiry',
    refresher: 13,
    skills: ['ehbo'],
    parts: [
      ['Eerste hulp aan kinderen, avond 1', '18:30', 3],
      ['Eerste hulp aan kinderen, avond 2', '18:30', 3, { after: 7 }],
    ],
  },
  {
    id: 14,
    description: 'NEN 3140 VP',
    code: 'NEN-VP',
    max_count: 10,
    validity_months: 36,
    refresher: 14,
    skills: ['electricity'],
    parts: [
      ['Vakbekwaam persoon, theorie', '09:00', 7],
      ['Vakbekwaam persoon, praktijk', '09:00', 7, { after: 1 }],
    ],
  },
  {
    id: 15,
    description: 'Kleine blusmiddelen',
    code: 'BLUS',
    active: false,
    max_count: 12,
    validity_months: null,
    refresher: null,
    skills: ['bhv'],
    parts: [['Blusoefening', '13:00', 2.5]],
  },
]
