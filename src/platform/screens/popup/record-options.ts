import type { Area } from '../../access/rights.ts'
import type { GuardedAction } from './guarded-actions.ts'
import type { RecordRef } from '../models.ts'
import type { Step } from './next-step.ts'

/**
 * 'Verwijderen' in the menu of a record's popup: asks first, and says what blocks it.
 * @param area whose change right it wants, where that is more than the right to open the popup
 */
export function deleteOption(url: string, record: RecordRef, area?: Area): GuardedAction {
  return {
    label: 'Verwijderen',
    icon: 'trash',
    kind: 'delete',
    url,
    danger: true,
    record,
    ...(area === undefined ? {} : { area, right: 'change' }),
  }
}

/**
 * 'Deactiveren' or 'Activeren' in the menu of a record's popup.
 * @param of.confirm what is asked before a record goes out of use
 */
export function activeOption(of: {
  active: boolean
  url: string
  fields?: Record<string, string>
  area: Area
  confirm: string
}): GuardedAction {
  return {
    label: of.active ? 'Deactiveren' : 'Activeren',
    icon: of.active ? 'ban' : 'circle-check',
    kind: 'post',
    url: of.url,
    ...(of.fields === undefined ? {} : { fields: of.fields }),
    area: of.area,
    right: 'change',
    ...(of.active ? { confirm: of.confirm } : {}),
  }
}

/** 'Activeren', which is what comes next for a record that is out of use and for nothing else. */
export const activeStep = (of: Parameters<typeof activeOption>[0]): Step[] =>
  of.active ? [] : [{ ...activeOption(of), next: true }]
