import { useMutation } from '@tanstack/react-query';
import { type Answer, api } from '../api.ts';
import { useGet, useRefresh } from '../queries.ts';
import { texts as sharedTexts } from '../texts.ts';
import { toast } from '../ui/toast.tsx';

const PAGE_PATH = '/api/v1/booking-page';

export type BookingPageSettings = Answer<'GET /api/v1/booking-page'>;
type Change = { enabled?: boolean; name?: string; hidden?: string[] };

export const useBookingPage = () => useGet<BookingPageSettings>(PAGE_PATH);

export function useChangeBookingPage(message: string = sharedTexts.saved) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (change: Change) => api.put<BookingPageSettings>(PAGE_PATH, change),
    async onSuccess() {
      toast.success(message);
      await refresh(PAGE_PATH);
    },
  });
}
