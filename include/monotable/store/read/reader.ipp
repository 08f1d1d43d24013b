// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/read/reader.hpp>

#include <exception>
#include <optional>
#include <utility>

namespace monotable::detail {

MONOTABLE_INLINE item_reader::item_reader(std::shared_ptr<backend> store, read_source source, read_options options)
    : store_(std::move(store)), executor_(options.executor), merge_(std::move(source), std::move(options)) {}

MONOTABLE_INLINE item_reader::item_reader(backend& store, read_source const* source, read_options options)
    : store_(std::shared_ptr<backend>(), &store), executor_(options.executor), merge_(source, std::move(options)) {}

MONOTABLE_INLINE item_view const* item_reader::next() {
    item_view const* found = merge_.next();
    for (; found == nullptr && merge_.is_waiting(); found = merge_.next()) read_pages();
    return found;
}

MONOTABLE_INLINE std::string item_reader::ahead() {
    while (!merge_.fill()) read_pages();
    return merge_.ahead();
}

MONOTABLE_INLINE std::size_t item_reader::count() {
    std::optional<std::size_t> counted = merge_.count();
    for (; !counted; counted = merge_.count()) read_pages();
    return *counted;
}

MONOTABLE_INLINE void item_reader::read_pages() {
    struct requests {
        backend& store;
        procedure_step step;
        static void perform(void* self, std::size_t i) {
            auto& [store, step] = *static_cast<requests*>(self);
            try {
                store.perform(step.calls[i].what);
            } catch (...) {
                step.calls[i].failure = std::current_exception();
            }
        }
    } all{*store_, merge_.request_pages()};
    if (executor_ != nullptr && all.step.count != 1) {
        executor_->run(all.step.count, &requests::perform, &all);
    } else {
        bool failed = false; // no further requests after a failure
        for (std::size_t i = 0; i != all.step.count && !failed; ++i) {
            requests::perform(&all, i);
            failed = all.step.calls[i].failure != nullptr;
        }
    }
    merge_.take_pages();
}

} // namespace monotable::detail
