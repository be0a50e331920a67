import type { Submenu } from '../../../platform/screens/models.ts'

/** The menu of a planning has eight lines at most; what several modules add to it stands together below some of them. */
export const PLANNING_MENUS = {
  decide: { label: 'Optie en minimum', icon: 'scale' },
  print: { label: 'Afdrukken', icon: 'printer' },
  sales: { label: 'Facturen en orders', icon: 'receipt-euro' },
  leave: { label: 'Annuleren en verwijderen', icon: 'calendar-x', danger: true },
} satisfies Record<string, Submenu>
