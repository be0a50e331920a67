import { useMemo, type Dispatch } from 'react'
import { type CalendarProps, type ViewType } from '../../src/system/calendar/calendar.contract.ts'
import { log } from '../shared/log.ts'
import { openPopup } from '../shared/platform.ts'
import { epochOf } from '../../src/platform/format/wall-clock.ts'
import { isPlainClick, type Handlers } from './handlers.ts'
import { DAY_START } from './positions.ts'
import { addItemUrl } from './request.ts'
import { allows, type CalendarAction } from './state.ts'

type Settings = Pick<CalendarProps, 'allow' | 'addUrl' | 'viewUrl'>

export function useHandlers(props: Settings, view: ViewType, dispatch: Dispatch<CalendarAction>): Handlers {
  const { allow, addUrl, viewUrl } = props
  return useMemo(
    () => makeHandlers({ allow, addUrl, viewUrl }, view, dispatch),
    [allow, addUrl, viewUrl, view, dispatch],
  )
}

export function makeHandlers(
  { allow, addUrl, viewUrl }: Settings,
  view: ViewType,
  dispatch: (action: CalendarAction) => void,
): Handlers {
  const hrefOf: Handlers['hrefOf'] = ({ id, url }) => url ?? viewUrl.replace('{id}', String(id))
  return {
    hrefOf,
    open(event, appointment) {
      if (!isPlainClick(event)) return
      event.preventDefault()
      // A list row and the link in it both open.
      event.stopPropagation()
      dispatch({ type: 'activate', id: appointment.id })
      openPopup(hrefOf(appointment))
    },
    add(day, minute = DAY_START) {
      if (!allows(allow, 'add')) return
      if (addUrl === null) log('This calendar has no handler to add an item')
      else openPopup(day === undefined ? addUrl : addItemUrl(addUrl, epochOf(day, minute), view))
    },
    show(target, day) {
      dispatch({ type: 'open', view: target, day })
    },
  }
}
