import { Button, Group, Modal, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { useCamera } from '#console/kit/parts/media/use-camera.ts'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { refusalMessage } from '#kit/client.ts'
import { m } from '#messages/messages.js'
import styles from './hand-over-field.module.css'

interface HandOverProps {
  /** Label of the button. */
  label: string
  /** Hands over by code and returns the confirmation; its error is shown. */
  send: (code: string) => Promise<string>
  /** Section in which the account must be able to write. */
  access: Parameters<typeof useMayWrite>[0]
}

/** Desk dialog: reads the customer's code with the camera, or takes it typed. */
export function HandOverButton({ label, send, access }: HandOverProps) {
  const [isOpen, open] = useState(false)
  if (!useMayWrite(access)) return null
  return (
    <>
      <Button variant="subtle" leftSection={<Icon name="check" />} onClick={() => open(true)}>
        {label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => open(false)}
        title={label}
        closeButtonProps={{ 'aria-label': m.form_close() }}
      >
        <HandOverForm send={send} />
      </Modal>
    </>
  )
}

function HandOverForm({ send }: Pick<HandOverProps, 'send'>) {
  const video = useRef<HTMLVideoElement>(null)
  const [isWanted, want] = useState(false)
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [done, setDone] = useState('')
  const [busy, setBusy] = useState(false)
  const handOver = async (text: string) => {
    // One at a time: the camera keeps scanning while a code is being sent.
    if (busy) return
    setBusy(true)
    setWrong(undefined)
    setDone('')
    try {
      const said = await send(text)
      setDone(said)
      showSuccess(said)
      setCode('')
    } catch (error) {
      setCode(text)
      setWrong(refusalMessage(error))
    } finally {
      setBusy(false)
    }
  }
  const camera = useCamera(video, isWanted, (text) => void handOver(text))
  const cameraWords = {
    off: '',
    asking: m.pickups_camera_asking(),
    on: m.pickups_camera_on(),
    refused: m.pickups_camera_refused(),
    none: m.pickups_camera_none(),
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim()) void handOver(code)
      }}
    >
      <div className={styles.camera} data-open={isWanted || undefined}>
        <video ref={video} playsInline muted className={styles.video} data-on={camera === 'on' || undefined} />
      </div>
      <Group justify="space-between" gap={8}>
        <Text size="sm" role="status">
          {done || cameraWords[camera]}
        </Text>
        {camera !== 'on' && camera !== 'asking' && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => {
              want(false)
              window.setTimeout(() => want(true))
            }}
          >
            {m.pickups_camera_open()}
          </Button>
        )}
      </Group>
      <TextInput
        data-autofocus
        mt={12}
        label={m.pickups_code()}
        description={m.pickups_code_help()}
        value={code}
        error={wrong}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <Button type="submit" mt={12} loading={busy} disabled={code.trim() === ''}>
        {m.pickups_hand_over()}
      </Button>
    </form>
  )
}
