import { Button, Popover, Stack, Switch, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showError, showSuccess } from '#console/kit/parts/dialogs/show-toast.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { client, getBoardTitle } from '#content/boards/console/post-resource.tsx'
import type { Board } from '#content/boards/contract.ts'
import { m } from '#messages/messages.js'

/** Switches comments on or off per board, effective immediately. */
export function CommentBoardSwitches({ boards }: { boards: readonly Board[] }) {
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: ({ code, updatedAt, comments }: Board) =>
      client.updateCode({ body: { code, comments: !comments, updatedAt } }),
    onSuccess: ({ code }) => showSuccess(m.comments_board_switched({ board: getBoardTitle([code], code.code) })),
    onError: showError,
    // After a 412, reload to show the version a colleague saved.
    onSettled: () => queries.invalidateQueries({ queryKey: ['boards', 'codes'] }),
  })
  return (
    <Popover position="bottom-end" width={320} trapFocus returnFocus>
      <Popover.Target>
        <Button leftSection={<Icon name="columns" />}>{m.comments_boards()}</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={m.comments_boards()}>
        <Stack gap={12}>
          {boards.map((board) => (
            <Switch
              key={board._id}
              label={getBoardTitle(boards, board.code)}
              checked={board.comments}
              disabled={change.isPending}
              onChange={() => change.mutate(board)}
            />
          ))}
          <Text size="xs" c="var(--c-text-second)">
            {m.comments_boards_help()}
          </Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
