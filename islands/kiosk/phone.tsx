/** A student's own phone: says to be there by the code in the room, or who is to be asked about today. */
import { type ReactNode } from 'react'
import { type PhoneProps } from '../../src/training/day/kiosk/kiosk.contract.ts'
import { Frame } from './frame.tsx'
import { usePhone } from './use-phone.ts'

export default function Phone(props: PhoneProps): ReactNode {
  const model = usePhone(props)
  const head = (
    <>
      <b>{props.house}</b>
      <span>{model.texts[props.use]}</span>
    </>
  )
  return <Frame model={model} head={head} />
}
