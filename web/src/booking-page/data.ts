import { useMutation } from '@tanstack/react-query';
import { type Answer, api } from '../api.ts';
import { useGet, useRefresh } from '../queries.ts';
import { texts as sharedTexts } from '../texts.ts';
import { toast } from '../ui/toast.tsx';

const BOOKING_PAGE_PATH = '/api/v1/booking-page';

export type BookingPageSettings = Answer<'GET /api/v1/booking-page'>;
type Change = { enabled?: boolean; name?: string; hidden?: string[] };

export const useBookingPage = () => useGet<BookingPageSettings>(BOOKING_PAGE_PATH);

export function useChangeBookingPage(successMessage: string = sharedTexts.saved) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (change: Change) => api.put<BookingPageSettings>(BOOKING_PAGE_PATH, change),
    async onSuccess() {
      toast.success(successMessage);
      await refresh(BOOKING_PAGE_PATH);
    },
  });
}
