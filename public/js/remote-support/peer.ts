/** One live connection: messages with a type, data and a timestamp, and the screen that the user shares by a click. */
import { type Message, messageOf, readMessage } from '../../../src/system/remote-support/remote-support.contract.ts'

interface Hooks {
  opened: () => void
  said: (message: Message) => void
  lost: () => void
  screen?: (stream: MediaStream) => void
}

/** Waits until the description names all addresses, so that it goes over in one message. */
async function described(connection: RTCPeerConnection): Promise<string> {
  if (connection.iceGatheringState !== 'complete')
    await new Promise<void>((resolve) => {
      connection.addEventListener('icegatheringstatechange', () => {
        if (connection.iceGatheringState === 'complete') resolve()
      })
    })
  return connection.localDescription?.sdp ?? ''
}

export class Peer {
  readonly #connection: RTCPeerConnection
  readonly #hooks: Hooks
  #channel: RTCDataChannel | null = null
  #sender: RTCRtpSender | null = null
  #isClosed = false

  constructor(iceServers: RTCIceServer[], hooks: Hooks) {
    this.#hooks = hooks
    this.#connection = new RTCPeerConnection({ iceServers })
    this.#connection.addEventListener('datachannel', ({ channel }) => this.#use(channel))
    this.#connection.addEventListener('track', ({ streams: [stream], track }) =>
      hooks.screen?.(stream ?? new MediaStream([track])),
    )
    this.#connection.addEventListener('connectionstatechange', () => {
      if (this.#connection.connectionState === 'failed') this.#lost()
    })
  }

  #lost(): void {
    if (!this.#isClosed) this.#hooks.lost()
  }

  #use(channel: RTCDataChannel): void {
    this.#channel = channel
    channel.addEventListener('open', () => this.#hooks.opened())
    channel.addEventListener('close', () => this.#lost())
    channel.addEventListener('message', ({ data }) => {
      const message = readMessage(data)
      if (message) void this.#heard(message)
    })
  }

  /** A screen that is added is agreed on over the connection itself. */
  async #heard(message: Message): Promise<void> {
    const { type, data } = message
    if (type === 'offer') this.say('answer', await this.answer(data))
    else if (type === 'answer') await this.accept(data)
    else this.#hooks.said(message)
  }

  say(type: string, data: string): void {
    if (this.#channel?.readyState === 'open') this.#channel.send(messageOf(type, data, Date.now()))
  }

  /** The first side opens the channel. */
  async offer(): Promise<string> {
    this.#use(this.#connection.createDataChannel('remote-support'))
    await this.#connection.setLocalDescription()
    return described(this.#connection)
  }

  async answer(sdp: string): Promise<string> {
    await this.#connection.setRemoteDescription({ type: 'offer', sdp })
    await this.#connection.setLocalDescription()
    return described(this.#connection)
  }

  async accept(sdp: string): Promise<void> {
    await this.#connection.setRemoteDescription({ type: 'answer', sdp })
  }

  async share(track: MediaStreamTrack, stream: MediaStream): Promise<void> {
    this.#sender = this.#connection.addTrack(track, stream)
    await this.#connection.setLocalDescription()
    this.say('offer', await described(this.#connection))
  }

  close(): void {
    this.#isClosed = true
    this.#sender?.track?.stop()
    this.#channel?.close()
    this.#connection.close()
  }
}
